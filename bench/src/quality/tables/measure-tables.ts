import type { Cell, Table } from './truth.ts';

/** What was found, what is right, and how much of the one is the other. */
export interface Count {
  right: number;
  found: number;
  expected: number;
}

export const none: Count = { right: 0, found: 0, expected: 0 };

export const sumOf = (counts: readonly Count[]): Count =>
  counts.reduce(
    (sum, { right, found, expected }) => ({
      right: sum.right + right,
      found: sum.found + found,
      expected: sum.expected + expected,
    }),
    none,
  );

export const f1 = ({ right, found, expected }: Count): number =>
  found + expected === 0 ? 1 : (2 * right) / (found + expected);

/** Letters and digits alone count, because fonts and hyphens differ between readers. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const filled = (cells: readonly Cell[]): Cell[] => cells.filter(({ text }) => plain(text) !== '');

const ranksOf = (values: readonly number[]): Map<number, number> =>
  new Map([...new Set(values)].toSorted((one, other) => one - other).map((value, rank) => [value, rank]));

/** Filled cells by row and column, from 0 without gaps. */
const gridOf = (cells: readonly Cell[]): string[][] => {
  const kept = filled(cells);
  const rows = ranksOf(kept.map(({ row }) => row));
  const columns = ranksOf(kept.map(({ column }) => column));
  const grid = Array.from(rows, () => Array.from(columns, () => ''));
  for (const { text, row, column } of kept) {
    const line = grid[rows.get(row) ?? 0];
    if (line) line[columns.get(column) ?? 0] = plain(text);
  }
  return grid;
};

const turned = (grid: readonly (readonly string[])[]): string[][] =>
  (grid[0] ?? []).map((_none, column) => grid.map((row) => row[column] ?? ''));

/** Aligns two lists so that the sum of the gains of their pairs is highest, and returns the index in `others` of each entry. */
const align = (gains: readonly (readonly number[])[], others: number): (number | undefined)[] => {
  const best = Array.from({ length: gains.length + 1 }, () => Array.from({ length: others + 1 }, () => 0));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  for (let row = gains.length - 1; row >= 0; row--)
    for (let column = others - 1; column >= 0; column--) {
      const line = best[row];
      const gain = gains[row]?.[column] ?? 0;
      if (line)
        line[column] = Math.max(at(row + 1, column), at(row, column + 1), gain + at(row + 1, column + 1));
    }
  const pairs: (number | undefined)[] = gains.map(() => undefined);
  for (let row = 0, column = 0; row < gains.length && column < others; ) {
    const gain = gains[row]?.[column] ?? 0;
    if (gain > 0 && at(row, column) === gain + at(row + 1, column + 1)) pairs[row++] = column++;
    else if (at(row, column) === at(row + 1, column)) row++;
    else column++;
  }
  return pairs;
};

const alignLines = (found: readonly (readonly string[])[], expected: readonly (readonly string[])[]) =>
  align(
    found.map((line) => expected.map((other) => compare(line.filter(Boolean), other.filter(Boolean)).right)),
    expected.length,
  );

/**
 * Counts the cells whose text is in the right row and the right column, after rows and columns of both tables are aligned (as GriTS does:
 * Smock and others, 2022). A title that is taken for a row costs one cell and not the whole table.
 */
const compareCells = (found: readonly Cell[], expected: readonly Cell[]): Count => {
  const [mine, theirs] = [gridOf(found), gridOf(expected)];
  const rows = alignLines(mine, theirs);
  const columns = alignLines(turned(mine), turned(theirs));
  let right = 0;
  for (const [row, line] of mine.entries())
    for (const [column, text] of line.entries()) {
      const [otherRow, otherColumn] = [rows[row], columns[column]];
      if (text === '' || otherRow === undefined || otherColumn === undefined) continue;
      if (theirs[otherRow]?.[otherColumn] === text) right++;
    }
  return { right, found: filled(found).length, expected: filled(expected).length };
};

/**
 * The adjacency relations of the ICDAR 2013 competition (Göbel and others, 2013): each filled cell with its next filled neighbour to
 * the right and below.
 */
const relationsOf = (cells: readonly Cell[]): string[] => {
  const kept = filled(cells);
  const at = new Map<string, Cell>();
  for (const cell of kept)
    for (let row = cell.row; row <= cell.lastRow; row++)
      for (let column = cell.column; column <= cell.lastColumn; column++) at.set(`${row} ${column}`, cell);
  const lastRow = Math.max(0, ...kept.map((cell) => cell.lastRow));
  const lastColumn = Math.max(0, ...kept.map((cell) => cell.lastColumn));
  const relations: string[] = [];
  const add = (cell: Cell, next: Cell | undefined, direction: string): boolean => {
    if (next === undefined || next === cell) return false;
    relations.push(`${plain(cell.text)}|${plain(next.text)}|${direction}`);
    return true;
  };
  for (const cell of kept) {
    const seen = new Set<Cell>();
    for (let row = cell.row; row <= cell.lastRow; row++)
      for (let column = cell.lastColumn + 1; column <= lastColumn; column++) {
        const next = at.get(`${row} ${column}`);
        if (next === undefined) continue;
        if (!seen.has(next)) add(cell, next, 'right');
        seen.add(next);
        break;
      }
    for (let column = cell.column; column <= cell.lastColumn; column++)
      for (let row = cell.lastRow + 1; row <= lastRow; row++) {
        const next = at.get(`${row} ${column}`);
        if (next === undefined) continue;
        if (!seen.has(next)) add(cell, next, 'below');
        seen.add(next);
        break;
      }
  }
  return relations;
};

const compare = (found: readonly string[], expected: readonly string[]): Count => {
  const left = new Map<string, number>();
  for (const each of expected) left.set(each, (left.get(each) ?? 0) + 1);
  let right = 0;
  for (const each of found) {
    const many = left.get(each) ?? 0;
    if (many === 0) continue;
    left.set(each, many - 1);
    right++;
  }
  return { right, found: found.length, expected: expected.length };
};

export interface Measured {
  cells: Count;
  relations: Count;
}

export const compareTables = (found: Table | undefined, expected: Table | undefined): Measured => ({
  cells: compareCells(found?.cells ?? [], expected?.cells ?? []),
  relations: compare(relationsOf(found?.cells ?? []), relationsOf(expected?.cells ?? [])),
});

const shared = (one: Table, other: Table): number =>
  one.page === other.page
    ? compare(
        filled(one.cells).map(({ text }) => plain(text)),
        filled(other.cells).map(({ text }) => plain(text)),
      ).right
    : 0;

/** Pairs each expected table with the found one on its page that has most of its texts; each found table is taken once. */
export const pairTables = (
  found: readonly Table[],
  expected: readonly Table[],
): { found: Table | undefined; expected: Table | undefined }[] => {
  const pairs = expected
    .flatMap((table) => found.map((candidate) => ({ table, candidate, texts: shared(table, candidate) })))
    .filter(({ texts }) => texts > 0)
    .toSorted((one, other) => other.texts - one.texts);
  const taken = new Map<Table, Table>();
  for (const { table, candidate } of pairs)
    if (!taken.has(table) && ![...taken.values()].includes(candidate)) taken.set(table, candidate);
  const used = new Set(taken.values());
  return [
    ...expected.map((table) => ({ found: taken.get(table), expected: table })),
    ...found.filter((table) => !used.has(table)).map((table) => ({ found: table, expected: undefined })),
  ];
};
