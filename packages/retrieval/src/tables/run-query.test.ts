import { describe, expect, it } from 'vitest';
import { runQuery } from './run-query.ts';
import { describeQuery, type TableQuery } from './table-query.ts';

const table = {
  name: 'Hotels',
  page: null,
  columns: ['City', 'Hotel', 'Rate', 'Opened'],
  rows: [
    ['Paris', 'Pont Neuf', '120', '2019-04-01'],
    ['Rome', 'Trastevere', '95', '2021-06-15'],
    ['paris', 'Marais', '180', '2015-01-31'],
    ['Vienna', 'Naschmarkt', '', '2020-12-24'],
  ].map((cells, at) => ({ cells, start: at * 10, end: at * 10 + 9 })),
};
const all: TableQuery = { where: [], select: [], groupBy: [], aggregate: null, orderBy: null, limit: 50 };
const run = (change: Partial<TableQuery>) => runQuery(table, { ...all, ...change });
const cells = (change: Partial<TableQuery>) => run(change).rows.map((row) => row.cells.join(' | '));
const hotels = (change: Partial<TableQuery>) => cells({ select: ['Hotel'], ...change });
const where = (comparison: TableQuery['where'][number]['comparison'], column: string, ...values: string[]) =>
  hotels({ where: [{ column, comparison, values }] });

describe('the rows of an answer', () => {
  it('fulfil each condition, at its bound too', () => {
    expect(where('eq', 'City', 'PARIS')).toEqual(['Pont Neuf', 'Marais']);
    expect(where('ne', 'City', 'paris')).toEqual(['Trastevere', 'Naschmarkt']);
    expect(where('lt', 'Rate', '120')).toEqual(['Trastevere']);
    expect(where('lte', 'Rate', '120')).toEqual(['Pont Neuf', 'Trastevere']);
    expect(where('gt', 'Rate', '120')).toEqual(['Marais']);
    expect(where('gte', 'Rate', '120')).toEqual(['Pont Neuf', 'Marais']);
    expect(where('gt', 'Opened', '2020-12-24')).toEqual(['Trastevere']);
    expect(where('gt', 'Rate', 'much')).toEqual([]);
    expect(where('contains', 'Hotel', 'MAR')).toEqual(['Marais', 'Naschmarkt']);
    expect(where('in', 'City', 'rome', 'vienna')).toEqual(['Trastevere', 'Naschmarkt']);
    expect(where('eq', 'Rate', '95.0')).toEqual(['Trastevere']);
    expect([where('empty', 'Rate'), where('filled', 'Rate')]).toEqual([
      ['Naschmarkt'],
      ['Pont Neuf', 'Trastevere', 'Marais'],
    ]);
    const both = [
      { column: 'City', comparison: 'eq' as const, values: ['Paris'] },
      { column: 'Rate', comparison: 'gt' as const, values: ['150'] },
    ];
    expect(hotels({ where: both })).toEqual(['Marais']);
  });

  it('are in the order that is asked for, those without a value last', () => {
    const by = (column: string, descending: boolean) => hotels({ orderBy: { column, descending } });
    expect(by('Rate', false)).toEqual(['Trastevere', 'Pont Neuf', 'Marais', 'Naschmarkt']);
    expect(by('Rate', true)).toEqual(['Marais', 'Pont Neuf', 'Trastevere', 'Naschmarkt']);
    expect(by('Opened', false)).toEqual(['Marais', 'Pont Neuf', 'Naschmarkt', 'Trastevere']);
    expect(by('Hotel', true)).toEqual(['Trastevere', 'Pont Neuf', 'Naschmarkt', 'Marais']);
  });

  it('are as many as are asked for, with their columns and where they stand', () => {
    const first = run({ limit: 1, select: ['rate', 'City'] });
    expect(first).toEqual({
      columns: ['Rate', 'City'],
      rows: [{ cells: ['120', 'Paris'], spans: [{ start: 0, end: 9 }] }],
      ...{ count: 4, matched: 4, leftOut: 0 },
    });
    expect(run({}).columns).toEqual(['City', 'Hotel', 'Rate', 'Opened']);
    const wide = { ...table, columns: Array.from({ length: 9 }, (_, at) => `c${at}`) };
    expect(runQuery(wide, all).columns).toHaveLength(8);
    const long = { ...table, rows: Array.from({ length: 60 }, () => ({ cells: ['x'], start: 0, end: 1 })) };
    expect(runQuery(long, { ...all, limit: 100 })).toMatchObject({ rows: { length: 50 }, count: 60 });
  });
});

describe('what is computed', () => {
  const compute = (kind: NonNullable<TableQuery['aggregate']>['kind'], column: string | null, change = {}) =>
    run({ aggregate: { kind, column }, ...change });

  it('has columns that say what they are', () => {
    expect(compute('sum', 'Rate', { groupBy: ['City'] }).columns).toEqual(['City', 'Sum of Rate']);
    expect(compute('count', null).columns).toEqual(['Number of rows']);
    expect(compute('count', 'Rate').columns).toEqual(['Number of rows with Rate']);
    expect(compute('average', 'Rate', { groupBy: ['City', 'Hotel'] }).columns).toEqual([
      ...['City', 'Hotel', 'Average of Rate'],
    ]);
  });

  it('is the figure of the rows that have one, with the rows that it comes from', () => {
    const value = (kind: Parameters<typeof compute>[0], column: string | null) => {
      const { rows, leftOut } = compute(kind, column);
      return [rows[0]?.cells[0], leftOut, rows[0]?.spans.map(({ start }) => start)];
    };
    expect(value('sum', 'Rate')).toEqual(['395', 1, [0, 10, 20]]);
    expect(value('average', 'Rate')).toEqual(['131.67', 1, [0, 10, 20]]);
    expect(value('max', 'Rate')).toEqual(['180', 1, [20]]);
    expect(value('min', 'Rate')).toEqual(['95', 1, [10]]);
    expect(value('max', 'Opened')).toEqual(['2021-06-15', 0, [10]]);
    expect(value('count', 'Rate')).toEqual(['3', 0, [0, 10, 20]]);
    expect(value('count', null)).toEqual(['4', 0, [0, 10, 20, 30]]);
    expect(value('sum', 'Hotel')).toEqual(['none', 4, []]);
    expect(value('sum', 'Opened')).toEqual(['none', 4, []]);
  });

  it('is computed for each group without regard to case, in the order of the result', () => {
    const grouped = (orderBy: TableQuery['orderBy'], limit = 50) =>
      cells({ aggregate: { kind: 'sum', column: 'Rate' }, groupBy: ['City'], orderBy, limit });
    expect(grouped(null)).toEqual(['Paris | 300', 'Rome | 95', 'Vienna | none']);
    expect(grouped({ column: null, descending: false })).toEqual([
      'Vienna | none',
      'Rome | 95',
      'Paris | 300',
    ]);
    expect(grouped({ column: null, descending: true }, 2)).toEqual(['Paris | 300', 'Rome | 95']);
    const { count, matched } = run({
      aggregate: { kind: 'count', column: null },
      groupBy: ['City'],
      limit: 1,
    });
    expect([count, matched]).toEqual([3, 4]);
  });

  it('is written with two places, or six below one, and without errors of binary fractions', () => {
    const sum = (...values: string[]) => {
      const rows = values.map((value) => ({ cells: [value], start: 0, end: 1 }));
      const figures = { ...table, columns: ['N'], rows };
      return runQuery(figures, { ...all, aggregate: { kind: 'sum', column: 'N' } }).rows[0]?.cells[0];
    };
    expect(sum('0.1', '0.2')).toBe('0.3');
    expect(sum('0.1234567')).toBe('0.123457');
    expect(sum('1.005', '1')).toBe('2.01');
    expect(sum('1.234')).toBe('1.23');
    expect(sum('1000000', '0.000001', '-1000000')).toBe('0.000001');
    expect(sum('0.000001', '1000000', '-1000000')).toBe('0.000001');
  });
});

describe('the words for a query', () => {
  it('say what is computed, for which rows and in which order', () => {
    expect(describeQuery(all)).toBe('Rows');
    expect(
      describeQuery({
        ...all,
        aggregate: { kind: 'sum', column: 'Rate' },
        groupBy: ['City', 'Hotel'],
        where: [
          { column: 'City', comparison: 'in', values: ['a', 'b'] },
          { column: 'Rate', comparison: 'filled', values: [] },
        ],
        orderBy: { column: null, descending: true },
        limit: 3,
      }),
    ).toBe(
      'Sum of “Rate” for each “City” and “Hotel”, where “City” is “a” or “b” and “Rate” is filled, by the result, largest first, the first 3',
    );
    expect(describeQuery({ ...all, orderBy: { column: 'Rate', descending: false }, limit: 5 })).toBe(
      'Rows, by “Rate”, smallest first, the first 5',
    );
    const total = { kind: 'max' as const, column: 'Rate' };
    expect(describeQuery({ ...all, aggregate: total, orderBy: { column: null, descending: false } })).toBe(
      'Largest value of “Rate”, by the result, smallest first',
    );
  });
});
