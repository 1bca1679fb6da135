import type { Columns } from './columns.ts';
import type { Table } from './read-tables.ts';
import type { ColumnValues } from './read-values.ts';
import { aggregateName, mostShown, type TableQuery } from './table-query.ts';
import { fold, type Placed, type TableResult, toSpans } from './table-result.ts';

/** Adds without the rounding errors of many additions (Neumaier's sum). */
const sumValues = (values: readonly number[]): number => {
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number((sum + lost).toPrecision(15));
};

const computeExtreme = (
  values: readonly number[],
  isBetter: (one: number, other: number) => boolean,
): number => values.reduce((best, value) => (isBetter(value, best) ? value : best), values[0] ?? 0);

interface Computed {
  value: number | undefined;
  /** The rows that the value comes from. */
  from: Placed[];
  leftOut: number;
}

const compute = (
  { kind }: NonNullable<TableQuery['aggregate']>,
  values: ColumnValues['values'] | undefined,
  placed: Placed[],
): Computed => {
  const used = values ? placed.filter(({ place }) => values[place] !== undefined) : placed;
  const leftOut = placed.length - used.length;
  if (kind === 'count') return { value: used.length, from: used, leftOut: 0 };
  const numbers = used.map(({ place }) => values?.[place] ?? 0);
  if (numbers.length === 0) return { value: undefined, from: [], leftOut };
  if (kind === 'sum') return { value: sumValues(numbers), from: used, leftOut };
  if (kind === 'average') return { value: sumValues(numbers) / numbers.length, from: used, leftOut };
  const value = computeExtreme(numbers, (one, other) => (kind === 'max' ? one > other : one < other));
  return { value, from: used.filter(({ place }) => values?.[place] === value), leftOut };
};

const shownNumber = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 1 ? 6 : 2 });

const shownDate = (value: number): string => {
  const text = new Date(value).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
};

const groupRows = (placed: readonly Placed[], places: readonly number[]): Map<string, Placed[]> => {
  const groups = new Map<string, Placed[]>();
  for (const each of placed) {
    const key = JSON.stringify(places.map((at) => fold(each.row.cells[at] ?? '')));
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
};

/** The values of a column that is aggregated. `count` counts filled cells. */
const aggregated = (
  table: Table,
  columns: Columns,
  { kind, column }: NonNullable<TableQuery['aggregate']>,
): { values: ColumnValues['values'] | undefined; show: (value: number) => string } => {
  if (column === null) return { values: undefined, show: shownNumber };
  const at = columns.columnIndexFor(column);
  if (kind === 'count')
    return {
      values: table.rows.map(({ cells }) => ((cells[at] ?? '').trim() === '' ? undefined : 1)),
      show: shownNumber,
    };
  const own = columns.columnValuesFor(at);
  const isSummed = kind === 'sum' || kind === 'average';
  const values = isSummed && own.kind === 'date' ? own.values.map(() => undefined) : own.values;
  return { values, show: own.kind === 'date' ? shownDate : shownNumber };
};

export const aggregate = (
  table: Table,
  columns: Columns,
  query: TableQuery,
  placed: Placed[],
): TableResult => {
  const asked = query.aggregate ?? { kind: 'count', column: null };
  const { values, show } = aggregated(table, columns, asked);
  const places = query.groupBy.map((name) => columns.columnIndexFor(name));
  const groups = places.length === 0 ? [placed] : [...groupRows(placed, places).values()];
  const computed = groups.map((group) => ({ group, ...compute(asked, values, group) }));
  const { orderBy } = query;
  if (orderBy !== null) {
    const sign = orderBy.descending ? -1 : 1;
    computed.sort((one, other) => sign * ((one.value ?? 0) - (other.value ?? 0)));
  }
  return {
    columns: [...places.map((at) => table.columns[at] ?? ''), aggregateName(query).replaceAll(/[“”]/g, '')],
    rows: computed.slice(0, Math.min(query.limit, mostShown.rows)).map(({ group, value, from }) => ({
      cells: [
        ...places.map((at) => group[0]?.row.cells[at] ?? ''),
        value === undefined ? 'none' : show(value),
      ],
      spans: toSpans(from),
    })),
    count: groups.length,
    matched: placed.length,
    leftOut: computed.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
};
