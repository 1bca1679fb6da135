import type { Count } from '../../tables/measure-tables.ts';
import type { Statement, TruthRow } from './grid.ts';
import type { FoundRow } from './read-rows.ts';

/** A value that stands under a name that is not its own, or that is missing. */
export interface Fault {
  kind: 'wrong name' | 'lost' | 'added' | 'no row name';
  value: string;
  expected: string;
  found: string;
}

export interface Compared {
  count: Count;
  faults: readonly Fault[];
}

/** Spaces and case differ between formats; a number in brackets tells doubled names apart. */
const plainName = (name: string): string =>
  (
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/ \(\d+\)$/u, '')
      .match(/[\p{L}\p{N}€%]+/gu) ?? []
  ).join(' ');
const plainValue = (value: string): string => value.normalize('NFKC').replace(/\s+/gu, ' ').trim();

const isSame = (one: Statement, other: Statement): boolean =>
  plainValue(one.value) === plainValue(other.value) && plainName(one.name) === plainName(other.name);

const gainOf = (found: FoundRow, row: TruthRow): number => {
  const values = found.map(({ value }) => plainValue(value));
  const named = row.rowNames.filter(({ value }) => values.includes(plainValue(value))).length;
  const shared = row.values.filter(({ value }) => values.includes(plainValue(value))).length;
  const own = row.values.filter((value) => found.some((other) => isSame(value, other))).length;
  return named * 3 + shared + own * 0.01;
};

/** Pairs rows in their order, so that as much as possible of them is shared; returns the expected row of each found one. */
const pairRows = (found: readonly FoundRow[], expected: readonly TruthRow[]): (TruthRow | undefined)[] => {
  const gains = found.map((row) => expected.map((other) => gainOf(row, other)));
  const best = Array.from({ length: found.length + 1 }, () => new Float64Array(expected.length + 1));
  const at = (row: number, other: number): number => best[row]?.[other] ?? 0;
  const gain = (row: number, other: number): number => gains[row]?.[other] ?? 0;
  for (let row = found.length - 1; row >= 0; row--)
    for (let other = expected.length - 1; other >= 0; other--) {
      const line = best[row];
      if (line)
        line[other] = Math.max(
          at(row + 1, other),
          at(row, other + 1),
          gain(row, other) + at(row + 1, other + 1),
        );
    }
  const pairs: (TruthRow | undefined)[] = found.map(() => undefined);
  for (let row = 0, other = 0; row < found.length && other < expected.length; ) {
    const own = gain(row, other);
    if (own > 0 && at(row, other) === own + at(row + 1, other + 1)) pairs[row++] = expected[other++];
    else if (at(row, other) === at(row + 1, other)) row++;
    else other++;
  }
  return pairs;
};

/** Takes each of the expected statements at most once out of those that were found. */
const takeSame = (expected: readonly Statement[], from: Statement[]): Statement[] =>
  expected.filter((statement) => {
    const at = from.findIndex((other) => isSame(statement, other));
    if (at >= 0) from.splice(at, 1);
    return at >= 0;
  });

const compareRow = (found: FoundRow, row: TruthRow): Compared => {
  const rest = [...found];
  const names = takeSame(row.rowNames, rest);
  for (const { value } of row.rowNames) names.push(...takeSame([{ name: '', value }], rest));
  const right = takeSame(row.values, rest);
  const left = [...row.values];
  for (const statement of right) left.splice(left.indexOf(statement), 1);
  const added = [...rest];
  const wrong = left.map((statement): Fault => {
    const at = added.findIndex(({ value }) => plainValue(value) === plainValue(statement.value));
    const [other] = at < 0 ? [] : added.splice(at, 1);
    return {
      kind: other ? 'wrong name' : 'lost',
      value: statement.value,
      expected: statement.name,
      found: other?.name ?? '',
    };
  });
  // The name of a row may stand in a column whose own name was not found: it names the row nevertheless.
  const values = found.map(({ value }) => plainValue(value));
  const missing = row.rowNames.filter(({ value }) => !values.includes(plainValue(value)));
  const extra = added.map(({ name, value }): Fault => ({ kind: 'added', value, expected: '', found: name }));
  const unnamed = missing.map(
    ({ name, value }): Fault => ({ kind: 'no row name', value, expected: name, found: '' }),
  );
  return {
    count: {
      right: missing.length === 0 ? right.length : 0,
      found: found.length - names.length,
      expected: row.values.length,
    },
    faults: [...wrong, ...extra, ...unnamed],
  };
};

const countOf = (compared: readonly Compared[]): Count => {
  const sum = { right: 0, found: 0, expected: 0 };
  for (const { count } of compared) {
    sum.right += count.right;
    sum.found += count.found;
    sum.expected += count.expected;
  }
  return sum;
};

/**
 * Compares the rows that were read with the true ones: a cell is right with its column's name and in a row that has its names. `titles` may
 * stand in rows of their own.
 */
export const compareRows = (
  rows: readonly FoundRow[],
  expected: readonly TruthRow[],
  titles: readonly string[],
): Compared => {
  const found = rows.filter(([only, ...more]) => more.length > 0 || !titles.includes(only?.value ?? ''));
  const pairs = pairRows(found, expected);
  const paired = new Set(pairs);
  const compared = found.map((row, at): Compared => {
    const truth = pairs[at];
    if (truth) return compareRow(row, truth);
    const faults = row.map(({ name, value }): Fault => ({ kind: 'added', value, expected: '', found: name }));
    return { count: { right: 0, found: row.length, expected: 0 }, faults };
  });
  const lost = expected.filter((row) => !paired.has(row)).map((row) => compareRow([], row));
  const all = [...compared, ...lost];
  return { count: countOf(all), faults: all.flatMap(({ faults }) => faults) };
};
