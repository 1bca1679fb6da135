import { describe, expect, it } from 'vitest';
import { countTokens } from '../chunking/count-tokens.ts';
import { detectKind } from './cell-kinds.ts';
import { findHead } from './find-head.ts';
import { type SpanCell, toGrid } from './grid.ts';
import { readTable, SheetBlocks, tableBlocks, toRow } from './table-blocks.ts';

const row = (text: string) => ({ kind: 'row', text });
const split = (text: string) => text.split('|').map((cell) => cell.trim());
/** Reads the lines of a sheet, whose cells a bar separates. */
const readSheet = (...lines: string[]): string[] => {
  const sheet = new SheetBlocks();
  const blocks = [...lines.flatMap((line) => [...sheet.push(toRow(split(line)))]), ...sheet.end()];
  return blocks.map(({ kind, text }) => `${kind} ${text.replaceAll('\n', ' / ')}`);
};

/** A pseudo-random sequence that is the same in each run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

describe('a grid', () => {
  it('has the value of a merged cell in every cell that it covers', () => {
    const cells: SpanCell[][] = [
      [
        { text: 'Region', rowSpan: 2 },
        { text: 'Sales', columnSpan: 2 },
      ],
      [{ text: '2024' }, { text: '2025' }],
      [{ text: 'North', rowSpan: 2 }, { text: '10' }, { text: '11' }],
      [{ text: '12' }, { text: '13' }],
      [{ text: 'South' }, { text: 'n/a', columnSpan: 2 }],
    ];
    expect(toGrid(cells).map((one) => one.cells.join(' '))).toEqual([
      ...['Region Sales Sales', 'Region 2024 2025', 'North 10 11', 'North 12 13', 'South n/a n/a'],
    ]);
    expect(tableBlocks(toGrid(cells))).toEqual([
      {
        kind: 'table',
        text: 'Region | Sales 2024 | Sales 2025\nNorth | 10 | 11\nNorth | 12 | 13\nSouth | n/a | n/a',
      },
    ]);
  });

  it('has one name above all columns of values, unless it stands above the names of the rows as well', () => {
    const values: SpanCell[][] = [
      [{ text: '2024' }, { text: '2025' }],
      [{ text: 'North' }, { text: '10' }, { text: '11' }],
      [{ text: 'South' }, { text: '12' }, { text: '13' }],
    ];
    const sales = { text: 'Sales', columnSpan: 2 };
    expect(tableBlocks(toGrid([[{ text: '', rowSpan: 2 }, sales], ...values])).at(0)?.text).toBe(
      ' | Sales 2024 | Sales 2025\nNorth | 10 | 11\nSouth | 12 | 13',
    );
    const [years = [], ...rows] = values;
    const title = [{ text: 'Sales', columnSpan: 3 }];
    expect(tableBlocks(toGrid([title, [{ text: '' }, ...years], ...rows])).at(0)?.text).toBe(
      'Sales\n | 2024 | 2025\nNorth | 10 | 11\nSouth | 12 | 13',
    );
  });

  it('has names above words where only the corner above the names of the rows is empty', () => {
    expect(readSheet('|Lamp|Chair|Desk', 'Oslo|red|blue|red', 'Rome|grey|red|blue')).toEqual([
      ...[
        'row Oslo / Lamp: red / Chair: blue / Desk: red',
        'row Rome / Lamp: grey / Chair: red / Desk: blue',
      ],
    ]);
  });

  it('gives each cell the names of its row and its column, whatever is merged', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const [width, height] = [2 + random(5), 3 + random(12)];
      const owner = Array.from({ length: height }, () => Array.from({ length: width }, () => ''));
      const isFree = (top: number, left: number, tall: number, wide: number) =>
        owner
          .slice(top, top + tall)
          .every((cells) => cells.slice(left, left + wide).every((cell) => cell === ''));
      const written = owner.map((cells, top): SpanCell[] =>
        cells.flatMap((taken, left): SpanCell[] => {
          if (taken !== '' && owner[top]?.[left] !== '') return [];
          if (owner[top]?.[left] !== '') return [];
          const [tall, wide] = [1 + random(Math.min(3, height - top)), 1 + random(Math.min(3, width - left))];
          const isFit = isFree(top, left, tall, wide);
          const [rowSpan, columnSpan] = isFit ? [tall, wide] : [1, 1];
          const text = `v${top}x${left}`;
          for (let at = top; at < top + rowSpan; at++) owner[at]?.fill(text, left, left + columnSpan);
          return [{ text, rowSpan, columnSpan }];
        }),
      );
      expect(toGrid(written).map(({ cells }) => cells)).toEqual(owner);
      const names = Array.from({ length: width }, (_, at) => `Name ${'abcdefgh'[at]}`);
      const marked = [names.map((text): SpanCell => ({ text, isHead: true })), ...written];
      const padded = Array.from({ length: 80 }, () => [
        { text: 'filler '.repeat(20), columnSpan: width - 1 },
        { text: 'x' },
      ]);
      const blocks = tableBlocks(toGrid([...marked, ...padded]));
      const wanted = owner.map((cells) => cells.map((cell, at) => `${names[at]}: ${cell}`).join('\n'));
      const texts = blocks.map(({ text }) => text);
      for (const [at, cells] of owner.entries())
        expect(texts[at]).toBe(new Set(cells).size === 1 ? cells[0] : wanted[at]);
    }
  });

  it('is no larger than its rows, however much its cells claim to cover', () => {
    const cells = Array.from({ length: 2000 }, () => [{ text: 'x', rowSpan: 65_000, columnSpan: 1000 }]);
    const grid = toGrid(cells);
    expect(grid).toHaveLength(2000);
    expect(grid.reduce((sum, one) => sum + one.cells.filter((cell) => cell !== '').length, 0)).toBeLessThan(
      300_000,
    );
    expect(toGrid([[{ text: 'a', rowSpan: 0 }], [{ text: 'b' }]]).map(({ cells: found }) => found)).toEqual([
      ...[['a'], ['a', 'b']],
    ]);
  });
});

describe('the names of columns', () => {
  it('may be years, quarters or doubled', () => {
    expect(readSheet('Product | 2023 | 2024', 'Widget | 10 | 20', 'Gadget | 40 | 50')).toEqual([
      ...['row Product: Widget / 2023: 10 / 2024: 20', 'row Product: Gadget / 2023: 40 / 2024: 50'],
    ]);
    expect(readSheet('Item | Q1 | Q2', 'Bolt | 1.5 | 2')).toEqual(['row Item: Bolt / Q1: 1.5 / Q2: 2']);
    expect(readSheet('Name | Amount | Amount', 'Ann | 1 | 2', 'Ben | 3 | 4')[0]).toBe(
      'row Name: Ann / Amount: 1 / Amount (2): 2',
    );
  });

  it('stand in two rows', () => {
    expect(
      readSheet(' | Sales | | Costs | ', 'Region | 2023 | 2024 | 2023 | 2024', 'North | 1 | 2 | 3 | 4'),
    ).toEqual(['row Region: North / Sales 2023: 1 / Sales 2024: 2 / Costs 2023: 3 / Costs 2024: 4']);
  });

  it('stand in as many rows as have merged cells above others, and never in a row of values', () => {
    const wide = (text: string, columnSpan: number): SpanCell => ({ text, columnSpan });
    const cells = (...texts: string[]): SpanCell[] => texts.map((text) => ({ text }));
    const body = [cells('North', '1', '2', '3', '4'), cells('South', '5', '6', '7', '8')];
    const head = [
      [wide('', 1), wide('Sales of all shops', 4)],
      [wide('', 1), wide('Spring', 2), wide('Autumn', 2)],
      cells('Region', 'Plan', 'Real', 'Plan', 'Real'),
    ];
    expect(findHead(toGrid([...head.slice(1), ...body]))?.names[4]).toBe('Autumn Real');
    const outer = [wide('', 1), wide('Half', 2), wide('Other half', 2)];
    expect(findHead(toGrid([outer, ...head.slice(1), ...body]))?.names[4]).toBe('Other half Autumn Real');
    const flat = [[wide('Region', 1), wide('Plan', 2), wide('Real', 2)], ...body];
    expect(findHead(toGrid(flat))?.names).toEqual(['Region', 'Plan', 'Plan', 'Real', 'Real']);
  });

  it('are never a row of data', () => {
    expect(readSheet('Widget | 10 | 20', 'Gadget | 40 | 50')).toEqual([
      ...['row Widget / 10 / 20', 'row Gadget / 40 / 50'],
    ]);
    expect(readSheet('Ann | Paris', 'Bob | Rome', 'Eve | Oslo')[0]).toBe('row Ann / Paris');
    expect(readSheet('0085648100305 | $ 388.57', '0085648100380 | $ 419.68')[1]).toBe(
      'row 0085648100380 / $ 419.68',
    );
    expect(readSheet('Name: | Bob', 'Phone: | 123', 'Age: | 42')).toEqual([
      'row Name: Bob / Phone: 123 / Age: 42',
    ]);
    expect(readSheet('2024 | 2025', '2023 | 2022')).toEqual(['row 2024 / 2025', 'row 2023 / 2022']);
    expect(readSheet('a | -1.5 %', '1 | 2')[0]).toBe('row a / -1.5 %');
    expect(readSheet(`a | ${'x'.repeat(121)}`, '1 | 2')).toHaveLength(2);
  });

  it('are words above words where the words name columns', () => {
    expect(readSheet('Name | City', 'Ann | Paris', 'Bob | Rome')).toEqual([
      ...['row Name: Ann / City: Paris', 'row Name: Bob / City: Rome'],
    ]);
    expect(readSheet('姓名 | 部门', '张三 | 法务部')).toEqual(['row 姓名: 张三 / 部门: 法务部']);
  });

  it('follow titles', () => {
    expect(readSheet('Generated | 2026-11-29', 'Id | Name', '1 | Alpha', '2 | Beta')).toEqual([
      ...['row Generated / 2026-11-29', 'row Id: 1 / Name: Alpha', 'row Id: 2 / Name: Beta'],
    ]);
    expect(readSheet('Prices', '', 'Item | Price', 'Ink | 4')).toEqual([
      'paragraph Prices',
      'row Item: Ink / Price: 4',
    ]);
  });

  it('change where another table begins', () => {
    const first = ['Name | Age', 'Bob | 42', 'Ann | 37'];
    const second = ['Product | Price', 'Lamp | 19.9'];
    const read = ['row Name: Bob / Age: 42', 'row Name: Ann / Age: 37'];
    expect(readSheet(...first, '', ...second)).toEqual([...read, 'row Product: Lamp / Price: 19.9']);
    expect(readSheet(...first, 'Prices', ...second)).toEqual([
      ...[...read, 'paragraph Prices', 'row Product: Lamp / Price: 19.9'],
    ]);
    expect(readSheet(...first, '', 'Eve | 50', 'Name | Age', 'Dan | 20')).toEqual([
      ...[...read, 'row Name: Eve / Age: 50', 'row Name: Dan / Age: 20'],
    ]);
    const many = Array.from({ length: 100 }, (_, at) => `Person ${at} | ${at}`);
    const long = readSheet('Name | Age', ...many, '', ...second);
    expect([long.length, long[99], long[100]]).toEqual([
      ...[101, 'row Name: Person 99 / Age: 99', 'row Product: Lamp / Price: 19.9'],
    ]);
  });

  it('belong to rows that blank ones separate', () => {
    expect(readSheet('Id | Name', '', '1 | Alpha', '', '2 | Beta')).toEqual([
      ...['row Id: 1 / Name: Alpha', 'row Id: 2 / Name: Beta'],
    ]);
  });

  it('may be known by their format alone', () => {
    const plain = ['Ann | Paris', 'Bob | Rome', 'Eve | Oslo'].map((line) => toRow(split(line)));
    expect(findHead(plain)).toBeUndefined();
    expect(findHead([{ ...toRow(['Ware', 'Farbe']), isHead: true }, ...plain])?.names).toEqual([
      'Ware',
      'Farbe',
    ]);
  });
});

describe('a sheet', () => {
  it('of one row is a line', () => {
    expect(readSheet('Supplier | Hotline OKAPI 0800')).toEqual(['table Supplier | Hotline OKAPI 0800']);
    expect(readSheet('Only')).toEqual(['paragraph Only']);
    expect(readSheet('', ' | ')).toEqual([]);
  });
});

describe('a table', () => {
  it('is one block while it is small, and otherwise rows with the names of their columns', () => {
    const small = [
      ['a', ' b\n c '],
      ['', ' '],
      ['1', ''],
    ];
    expect(tableBlocks(small, { page: 2 })).toEqual([{ kind: 'table', text: 'a | b c\n1 | ', page: 2 }]);
    const long = Array.from({ length: 200 }, (_, at) => [`name ${at}`, String(at)]);
    const rows = tableBlocks([['Name', 'Count'], ...long]);
    expect([rows.length, rows[0], rows[199]]).toEqual([
      ...[200, row('Name: name 0\nCount: 0'), row('Name: name 199\nCount: 199')],
    ]);
    const years = tableBlocks([['2024', '2024'], ...long], {}, { hasNames: true });
    expect([years.length, years[0]]).toEqual([200, row('2024: name 0\n2024 (2): 0')]);
    expect([tableBlocks([]), tableBlocks([['', ' ']])]).toEqual([[], []]);
    expect(tableBlocks([['x'.repeat(3000)]])).toHaveLength(1);
  });

  it('is one block of 300 tokens at most', () => {
    const words = (count: number) => [['a', 'b'], ...Array.from({ length: count }, () => ['x'])];
    const fits = Array.from({ length: 400 }, (_, at) => at).findLast(
      (count) => tableBlocks(words(count)).length === 1,
    );
    const text = tableBlocks(words(fits ?? 0))[0]?.text ?? '';
    expect([countTokens(text), countTokens(`${text}\nx`)]).toEqual([299, 301]);
  });

  it('goes on with the names of the page before', () => {
    const { names } = readTable(
      [
        ['Name', 'Count'],
        ['Ann', '1'],
      ].map(toRow),
    );
    expect(names).toEqual(['Name', 'Count']);
    expect(
      readTable(
        [
          ['Ben', '2'],
          ['Eve', '3'],
        ].map(toRow),
        {},
        { names },
      ).blocks,
    ).toEqual([...[row('Name: Ben\nCount: 2'), row('Name: Eve\nCount: 3')]]);
  });
});

describe('the kind of a value', () => {
  it.each([
    ['', 'empty'],
    ['$ 388.57', 'number'],
    ['(1,234)', 'number'],
    ['12 kg', 'number'],
    ['12.5 %', 'number'],
    ['2026-11-29', 'date'],
    ['29.11.2026', 'date'],
    ['14:30', 'date'],
    ['2024', 'period'],
    ['Q3', 'period'],
    ["$000's", 'text'],
    ['R001', 'code'],
    ['Ann', 'text'],
    ['Article 5', 'text'],
  ])('%s is %s', (text, kind) => {
    expect(detectKind(text)).toBe(kind);
  });
});
