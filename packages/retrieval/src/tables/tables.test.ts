import { describe, expect, it } from 'vitest';
import { UnknownColumn } from './columns.ts';
import { planByRules } from './plan-by-rules.ts';
import { readTables, type Table } from './read-tables.ts';
import { readValues } from './read-values.ts';
import { runQuery } from './run-query.ts';
import { describeQuery, type TableQuery } from './table-query.ts';

const textOf = (names: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) => cells.flatMap((cell, at) => (cell === '' ? [] : [`${names[at]}: ${cell}`])).join('\n'))
    .join('\n\n');
const tableOf = (names: readonly string[], rows: readonly (readonly string[])[]): Table =>
  readTables([{ text: textOf(names, rows), start: 0, page: null }])[0] ?? {
    name: '',
    page: null,
    columns: [],
    rows: [],
  };

const hotels = tableOf(
  ['City', 'Hotel', 'Rate', 'Opened'],
  [
    ['Paris', 'Pont Neuf', '120', '2019-04-01'],
    ['Rome', 'Trastevere', '95', '2021-06-15'],
    ['Paris', 'Marais', '180', '2015-01-31'],
    ['Vienna', 'Naschmarkt', '110', '2020-12-24'],
  ],
);
const all: TableQuery = { where: [], select: [], groupBy: [], aggregate: null, orderBy: null, limit: 50 };
const ask = (question: string, table = hotels) => {
  const plan = planByRules(question, table);
  return plan && runQuery(table, plan.query).rows.map(({ cells }) => cells.join(' | '));
};

describe('a table', () => {
  it('is read with the places of its rows, and one for each sheet', () => {
    const first = { text: 'Prices\n\nInk: 5\nWax: 7\n\nInk: 6', start: 100, page: 1 };
    const tables = readTables([first, { text: 'City: Rome', start: 200, page: 2 }]);
    expect(tables).toMatchObject([
      { name: 'Prices', columns: ['Ink', 'Wax'], rows: [{ cells: ['5', '7'] }, { cells: ['6'] }] },
      { columns: ['City'], rows: [{ cells: ['Rome'], start: 200, end: 210 }] },
    ]);
    expect(tables[0]?.rows[0]).toMatchObject({ start: 108, end: 121 });
  });

  it('may have columns of any name', () => {
    const table = tableOf(
      ['__proto__', 'constructor'],
      [
        ['Ink', '5'],
        ['Wax', '7'],
      ],
    );
    const sum = { ...all, aggregate: { kind: 'sum' as const, column: 'constructor' } };
    expect(runQuery(table, sum).rows[0]?.cells).toEqual(['12']);
    expect(
      runQuery(table, { ...all, groupBy: ['__proto__'], aggregate: { kind: 'count', column: null } }).rows,
    ).toHaveLength(2);
    expect(({} as Record<string, unknown>)['Ink']).toBeUndefined();
  });

  it('keeps rows with cells whose column has no name, and is left out where no column has one', () => {
    const rows = 'City: Rome\nsunny\n\nCity: Paris\n\nwindy';
    expect(readTables([{ text: rows, start: 0, page: null }])).toMatchObject([
      { columns: ['City', '(no name 1)'], rows: [{ cells: ['Rome', 'sunny'] }, { cells: ['Paris'] }, {}] },
    ]);
    const nameless = 'Rome\n95\n\nParis\nNote: 120';
    expect(readTables([{ text: nameless, start: 0, page: null }])).toEqual([]);
  });

  it('with too many rows is not read', () => {
    const text = Array.from({ length: 200_001 }, () => 'A: 1').join('\n\n');
    expect(readTables([{ text, start: 0, page: null }])).toEqual([]);
  });
});

describe('the values of a column', () => {
  it.each([
    ['points and thousands', ['1,234.50', '$ 40,665', '(1,200)', '12 %'], [1234.5, 40665, -1200, 12]],
    ['decimal commas', ['12,5', '1.234,50', '7'], [12.5, 1234.5, 7]],
    ['some texts', ['5', '6', 'n/a', '7'], [5, 6, undefined, 7]],
  ])('are numbers with %s', (_what, cells, values) => {
    expect(readValues(cells)).toMatchObject({ kind: 'number', values });
  });

  it.each([
    [['2024-03-04', '4.3.2024', '4 March 2024', 'Mar 4, 2024']],
    [['31/12/2023', '4/3/2024']],
    [['12/31/2023', '3/4/2024']],
  ])('are dates in %j', (cells) => {
    const { kind, values } = readValues(cells);
    expect([kind, new Date(values.at(-1) ?? 0).toISOString().slice(0, 10)]).toEqual(['date', '2024-03-04']);
  });

  it('are texts where it cannot be known what they mean', () => {
    expect(readValues(['3/4/2024', '5/6/2024']).kind).toBe('text');
    expect(readValues(['NaN', 'Infinity', '=1+1', '=SUM(A1:A9)']).kind).toBe('text');
    expect(readValues(['31/02/2024', '30/02/2024']).kind).toBe('text');
  });
});

describe('a query', () => {
  it('filters, orders, limits, groups and aggregates', () => {
    const rate = { column: 'Rate', descending: true };
    const over = { column: 'rate', comparison: 'gt' as const, values: ['100'] };
    expect(
      runQuery(hotels, { ...all, where: [over], select: ['Hotel'], orderBy: rate, limit: 2 }),
    ).toMatchObject({
      rows: [{ cells: ['Marais'] }, { cells: ['Pont Neuf'] }],
      count: 3,
    });
    const average = { kind: 'average' as const, column: 'Rate' };
    const byCity = {
      ...all,
      groupBy: ['City'],
      aggregate: average,
      orderBy: { column: null, descending: true },
    };
    expect(runQuery(hotels, byCity).rows.map(({ cells }) => cells)).toEqual([
      ['Paris', '150'],
      ['Vienna', '110'],
      ['Rome', '95'],
    ]);
    expect(describeQuery(byCity)).toBe(
      'Average of “Rate” for each “City”, by the result, largest first, the first 50',
    );
  });

  it('names the rows of which a value was computed', () => {
    const most = { ...all, aggregate: { kind: 'max' as const, column: 'Rate' } };
    const { start = 0, end = 0 } = hotels.rows[2] ?? {};
    expect(runQuery(hotels, most).rows).toEqual([{ cells: ['180'], spans: [{ start, end }] }]);
  });

  it('says how many cells it could not add', () => {
    const table = tableOf(['Price'], [['5'], ['6'], ['on request'], ['7']]);
    const sum = { ...all, aggregate: { kind: 'sum' as const, column: 'Price' } };
    expect(runQuery(table, sum)).toMatchObject({ rows: [{ cells: ['18'] }], matched: 4, leftOut: 1 });
    const large = tableOf(['Price'], [['1e999'], ['0,1'], ['0,2']]);
    expect(runQuery(large, sum)).toMatchObject({ rows: [{ cells: ['0.3'] }], leftOut: 1 });
  });

  it('takes texts as they are, and no patterns', () => {
    const table = tableOf(['Code'], [['(a+)+$'], ['aaaa'], ['.*']]);
    const contains = { column: 'Code', comparison: 'contains' as const, values: ['(a+)+'] };
    expect(runQuery(table, { ...all, where: [contains] }).rows.map(({ cells }) => cells)).toEqual([
      ['(a+)+$'],
    ]);
  });

  it('is refused for a column that does not exist', () => {
    expect(() => runQuery(hotels, { ...all, select: ['toString'] })).toThrow(UnknownColumn);
  });

  it('is answered from 200,000 rows in time that grows with them', async () => {
    const text = Array.from({ length: 200_000 }, (_row, at) => `City: C${at % 50}\nRate: ${at}`).join('\n\n');
    const query = { ...all, groupBy: ['City'], aggregate: { kind: 'sum' as const, column: 'Rate' } };
    const answer = () => {
      const [table] = readTables([{ text, start: 0, page: null }]);
      return table && runQuery(table, query).count;
    };
    expect(answer()).toBe(50);
    await expect(answer).toCostAtMost(10_000);
  });
});

describe('the rules', () => {
  it.each([
    ['How many hotels are in Paris?', ['2']],
    ['How many hotels are there in each city?', ['Paris | 2', 'Rome | 1', 'Vienna | 1']],
    ['What is the average rate in Paris?', ['150']],
    ['What is the total rate per city?', ['Paris | 300', 'Rome | 95', 'Vienna | 110']],
    ['What is the highest rate?', ['Paris | Marais | 180 | 2015-01-31']],
    ['Which city has the cheapest rate?', ['Rome | Trastevere | 95 | 2021-06-15']],
    [
      'List the hotels with a rate over 115',
      ['Paris | Pont Neuf | 120 | 2019-04-01', 'Paris | Marais | 180 | 2015-01-31'],
    ],
    ['How many hotels opened after 2020-01-01?', ['2']],
    [
      'Show the top 2 hotels by rate',
      ['Paris | Marais | 180 | 2015-01-31', 'Paris | Pont Neuf | 120 | 2019-04-01'],
    ],
    ['How many hotels are in Paris and Rome?', ['3']],
  ])('answer %s', (question, rows) => {
    expect(ask(question)).toEqual(rows);
  });

  it.each([
    'How many hotels are in Berlin?',
    'How many hotels are not in Paris?',
    'How many hotels opened in 2020?',
    'What is the average of everything that Anna paid?',
    'What is Trastevere like?',
    'Why is the rate in Paris the highest?',
    'How many people work here?',
    'List everything',
    'What does the rate mean?',
  ])('leave “%s” to the search', (question) => {
    expect(ask(question)).toBeUndefined();
  });

  it('find a value behind more than 20,000 others', () => {
    const rows = Array.from({ length: 30_000 }, (_none, at) => `Part: Part ${at}\nStock: 1\nShelf: Shelf 1`);
    rows[29_000] = 'Part: Last\nStock: 4\nShelf: Gold';
    const [table] = readTables([{ text: rows.join('\n\n'), start: 0, page: null }]);
    const plan = table && planByRules('What is the average stock in Gold?', table);
    expect(plan?.query.where).toEqual([{ column: 'Shelf', comparison: 'eq', values: ['Gold'] }]);
  });

  it('find columns whose names are written together or with underscores', () => {
    const table = tableOf(
      ['unit_price', 'itemName'],
      [
        ['5', 'Ink'],
        ['7', 'Wax'],
      ],
    );
    expect(ask('What is the average unit price?', table)).toEqual(['6']);
    expect(ask('How many rows have the item name Ink?', table)).toEqual(['1']);
  });
});
