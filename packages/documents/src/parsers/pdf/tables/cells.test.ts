import { describe, expect, it } from 'vitest';
import type { PdfItem } from '../pdf-lines.ts';
import { joinSigns } from './join-signs.ts';
import { joinWrapped } from './join-wrapped.ts';
import { splitAtTitles } from './split-at-titles.ts';
import { type PlacedCell, toPdfCellText } from './table.ts';
import { findUnruled } from './unruled.ts';
import { groupIntoLines, joinPieces, splitItemWords, type TextLine, toPiece, type Word } from './words.ts';

const size = 10;
let items = 0;
/** A word of ten points, whose letters are five points wide. */
const word = (text: string, left: number, y = 0, more: Partial<Word> = {}): Word => ({
  ...{ text, left, right: left + text.length * 5, y, size, item: items++ },
  ...more,
});
const cell = (
  text: string,
  row: number,
  column: number,
  lastColumn = column,
  y = 700 - 12 * row,
): PlacedCell => ({
  pieces: [toPiece([word(text, 100 * column, y)])],
  ...{ row, column, lastRow: row, lastColumn },
});
const shown = (cells: readonly PlacedCell[]) =>
  cells.map((each) => `${each.row}.${each.column}-${each.lastColumn} ${toPdfCellText(each)}`);
const textsOf = (lines: readonly TextLine[]) => lines.map(({ pieces }) => pieces.map(({ text }) => text));

describe('words of a page', () => {
  const item = (str: string, x: number, width: number, more: Partial<PdfItem> = {}): PdfItem => ({
    ...{ str, width, height: 7, hasEOL: false, fontName: 'f', transform: [size, 0, 0, size, x, 50] },
    ...more,
  });

  it('are the parts of its items between spaces, each in its share of the width', () => {
    const found = splitItemWords([
      item('ab  cde', 20, 70),
      item('', 0, 0),
      item('one', 5, 30),
      item(' ', 0, 3),
    ]);
    expect(found).toEqual([
      { text: 'ab', left: 20, right: 40, y: 50, size: 10, item: 0 },
      { text: 'cde', left: 60, right: 90, y: 50, size: 10, item: 0 },
      { text: 'one', left: 5, right: 35, y: 50, size: 10, item: 2 },
    ]);
    const flat = item('x', 0, 5, { transform: [1, 0, 0, 0, 0, 0] });
    const turned = item('x', 0, 5, { transform: [0, 3, 4, 3, 0, 0] });
    expect(splitItemWords([flat, turned]).map((each) => each.size)).toEqual([7, 5]);
  });

  it('of one baseline are a line, from left to right, in pieces that wide gaps part', () => {
    const words = [
      ...[word('far', 200, 100), word('b', 12, 98), word('a', 0, 102), word('below', 0, 90)],
      word('small', 60, 100, { size: 4 }),
    ];
    expect(textsOf(groupIntoLines(words))).toEqual([['a b', 'small', 'far'], ['below']]);
    expect(textsOf(groupIntoLines([word('a', 0), word('b', 12), word('c', 24.1)]))).toEqual([['a b', 'c']]);
    expect(groupIntoLines([word('title', 0, 50, { size: 20 }), word('t', 100, 49)])).toMatchObject([
      { y: 50, size: 20 },
    ]);
    expect(groupIntoLines([])).toEqual([]);
  });

  it.each<[string, Word[], string[]]>([
    ['a sign of a currency and its number', [word('$', 0), word('(12', 40)], ['$ (12']],
    ['a sign of a currency and a word', [word('$', 0), word('each', 40)], ['$', 'each']],
    [
      'a second number with a sign',
      [word('$', 0), word('12', 8), word('$', 24), word('9', 60)],
      ['$ 12', '$ 9'],
    ],
    ['euros behind a number', [word('12', 0), word('€', 16)], ['12 €']],
    ['a closing bracket far behind its number', [word('(12', 0), word(')%', 34)], ['(12 )%']],
    ['a percentage too far behind', [word('12', 0), word('%', 31)], ['12', '%']],
    ['a bullet and its text', [word('•', 0), word('point', 34)], ['• point']],
    ['a bullet too far before a text', [word('•', 0), word('point', 36)], ['•', 'point']],
    ['a bullet behind a word', [word('a', 0), word('•', 8), word('point', 40)], ['a •', 'point']],
  ])('belong together or not: %s', (_what, words, texts) => {
    expect(textsOf(groupIntoLines(words))).toEqual([texts]);
  });

  it.each<[string, Word[], string]>([
    ['two parts of one word', [word('of', 0), word('fice', 11)], 'office'],
    ['two words', [word('of', 0), word('ice', 11.3)], 'of ice'],
    ['two words of one item', [word('of', 0, 0, { item: 1 }), word('ice', 10, 0, { item: 1 })], 'of ice'],
    ['words on two lines', [word('above', 40, 20), word('below', 0, 8)], 'above below'],
    ['words from right to left', [word('שלום', 50), word('עולם', 0)], 'שלום עולם'],
  ])('are joined to a text: %s', (_what, words, text) => {
    expect(joinPieces(groupIntoLines(words).flatMap(({ pieces }) => pieces))).toBe(text);
  });

  it('keep raised marks of footnotes behind the word that they belong to', () => {
    const small = { size: 6 };
    const line = [word('Sales', 0, 100), word('12', 200, 100)];
    expect(textsOf(groupIntoLines([word('(1)', 26, 106, small), ...line]))).toEqual([['Sales (1)', '12']]);
    const beside = word('Costs', 0, 114);
    expect(textsOf(groupIntoLines([beside, word('(1)', 26, 106, small), ...line]))).toEqual([
      ...[['Costs'], ['Sales (1)', '12']],
    ]);
    for (const other of [
      word('(1)', 26, 108, small),
      word('(1)', 32, 106, small),
      word('(1)', 26, 106, { size: 9 }),
      word('see', 26, 106, small),
    ])
      expect(textsOf(groupIntoLines([other, ...line]))).toEqual([[other.text], ['Sales', '12']]);
  });
});

describe('cells of a table', () => {
  it('of names on several lines are one row, and so is a label that goes on below', () => {
    expect(
      shown(
        joinWrapped([
          ...[cell('Office', 0, 0), cell('Staff in', 0, 1), cell('Number', 0, 2)],
          ...[cell('Berlin', 1, 1), cell('of', 1, 2)],
          ...[cell('Rent of', 3, 0), cell('12', 3, 1)],
          ...[cell('the house', 4, 0)],
          ...[cell('Heating', 5, 0), cell('none', 5, 1)],
          ...[cell('Water', 6, 0), cell('some', 6, 1)],
        ]),
      ),
    ).toEqual([
      ...['0.0-0 Office', '0.1-1 Staff in Berlin', '0.2-2 Number of'],
      ...['3.0-0 Rent of the house', '3.1-1 12'],
      ...['5.0-0 Heating', '5.1-1 none', '6.0-0 Water', '6.1-1 some'],
    ]);
  });

  it.each<[string, PlacedCell[]]>([
    ['a new label', [cell('Rent', 1, 0)]],
    ['a text that is far below', [cell('the house', 1, 0, 0, 670)]],
    ['a text in a column without text above it', [cell('the house', 1, 2)]],
    ['two cells', [cell('the', 1, 0), cell('house', 1, 1)]],
  ])('stay rows of their own: %s', (_what, below) => {
    const above = [cell('Costs', 0, 0), cell('12', 0, 1)];
    expect(shown(joinWrapped([...above, ...below]))).toEqual(shown([...above, ...below]));
  });

  it('of names stay apart where one covers several columns, is a number, or only names the rows', () => {
    for (const [above, below] of [
      [[cell('Staff', 0, 1, 2)], [cell('Berlin', 1, 1), cell('Linz', 1, 2)]],
      [[cell('Year', 0, 1)], [cell('12', 1, 1)]],
      [[cell('Office', 0, 0), cell('Staff', 0, 1)], [cell('Berlin', 1, 0)]],
    ] as const)
      expect(shown(joinWrapped([...above, ...below]))).toEqual(shown([...above, ...below]));
  });

  it('with signs alone are joined with the numbers beside them', () => {
    expect(
      shown(
        joinSigns([
          ...[cell('Names', 0, 0), cell('Amount', 0, 1, 2), cell('Share', 0, 3, 4)],
          ...[cell('Rent', 1, 0), cell('$', 1, 1), cell('12', 1, 2), cell('4', 1, 3), cell('%', 1, 4)],
          ...[cell('Water', 2, 0), cell('9', 2, 2), cell('(1', 2, 3), cell(')%', 2, 4)],
        ]),
      ),
    ).toEqual([
      ...['0.0-0 Names', '0.2-2 Amount', '0.3-3 Share'],
      ...['1.0-0 Rent', '1.2-2 $ 12', '1.3-3 4 %'],
      ...['2.0-0 Water', '2.2-2 9', '2.3-3 (1 )%'],
    ]);
    const mixed = [cell('$', 0, 0), cell('12', 0, 1), cell('USD', 1, 0), cell('9', 1, 1)];
    expect(shown(joinSigns(mixed))).toEqual(shown(mixed));
  });

  it('are parted at titles across the table, of which long ones and those at the top are left out', () => {
    const tables = (...rows: PlacedCell[][]) => splitAtTitles(rows.flat()).map(shown);
    const numbers = (row: number) => [cell('Berlin', row, 0), cell('12', row, 1)];
    const names = (row: number) => [cell('Rent', row, 1)];
    const title = (row: number, text = 'Title') => [cell(text, row, 0, 1)];
    expect(tables(title(0), numbers(1), title(2), numbers(3))).toEqual([
      shown([...numbers(1), ...title(2), ...numbers(3)]),
    ]);
    expect(tables(numbers(0), title(1), names(2), numbers(3))).toEqual([
      shown(numbers(0)),
      shown([...names(2), ...numbers(3)]),
    ]);
    const words = [cell('Berlin', 0, 0), cell('open', 0, 1)];
    expect(tables(words, title(1), names(2), numbers(3))).toEqual([
      shown([...words, ...title(1), ...names(2), ...numbers(3)]),
    ]);
    const head = [cell('Office', 0, 0), cell('Staff', 0, 1)];
    const again = [cell('Office', 3, 0), cell('Staff', 3, 1)];
    expect(tables(head, numbers(1), title(2), again, numbers(4))).toEqual([
      ...[shown([...head, ...numbers(1)]), shown([...again, ...numbers(4)])],
    ]);
    expect(tables(numbers(0), title(1, 'w'.repeat(201)), numbers(2))).toEqual([
      ...[shown(numbers(0)), shown(numbers(2))],
    ]);
    expect(tables(numbers(0), title(1, 'w'.repeat(200)), numbers(2))[0]).toHaveLength(5);
    expect(tables(numbers(0), title(1), title(2))).toEqual([shown(numbers(0))]);
    expect(tables(words, title(1))).toEqual([shown([...words, ...title(1)])]);
  });
});

describe('a table without lines', () => {
  const line = (y: number, ...texts: (string | number)[]): TextLine => {
    const words = texts.flatMap((text, at) => (text === '' ? [] : [word(String(text), 120 * at, y)]));
    return { y, size, pieces: words.map((each) => toPiece([each])) };
  };
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_none, at) => line(from - at * 12, `Office ${at}`, at + 10, at + 20));
  const read = (lines: readonly TextLine[]) =>
    findUnruled(lines).map(({ cells }) => cells.map(({ row, column, text }) => `${row}.${column} ${text}`));
  const body = ['Office 0|10|20', 'Office 1|11|21', 'Office 2|12|22', 'Office 3|13|23'];
  const cellsFrom = (row: number) =>
    body.flatMap((each, at) => each.split('|').map((text, column) => `${row + at}.${column} ${text}`));

  it('begins with the names above its columns, and ends with its last row', () => {
    const lines = [
      line(714, '', 'Staff', 'Rooms'),
      ...rows(700, 4),
      line(652, 'A note that follows the table'),
    ];
    expect(read(lines)).toEqual([['0.1 Staff', '0.2 Rooms', ...cellsFrom(1)]]);
  });

  it('has three lines with one text each within it, and ends at the fourth', () => {
    const single = (count: number) =>
      Array.from({ length: count }, (_none, at) => line(652 - at * 12, `Group ${at}`));
    const split = (count: number) => read([...rows(700, 4), ...single(count), ...rows(640 - count * 12, 4)]);
    expect(split(3).map(({ length }) => length)).toEqual([27]);
    expect(split(4)[0]).toEqual(cellsFrom(0));
    expect(split(4)).toHaveLength(2);
  });

  it('has labels of ninety letters, and longer ones only before numbers alone', () => {
    const labelled = (letters: number, ...values: (string | number)[]) => {
      const label = toPiece([word('w'.repeat(letters), 0, 652, { right: 60 })]);
      const pieces = [label, ...line(652, '', ...values).pieces];
      return read([...rows(700, 4), { y: 652, size, pieces }])[0]?.length;
    };
    expect([labelled(90, 'some', 1), labelled(91, 'some', 1), labelled(91, 2, 1), labelled(91, 2)]).toEqual([
      ...[15, 12, 15, 12],
    ]);
  });

  it('ends at a wide gap and at a line of prose', () => {
    const prose = line(652, 'w'.repeat(91));
    expect(read([...rows(700, 4), prose, ...rows(640, 4)])).toEqual([cellsFrom(0), cellsFrom(0)]);
    expect(read([...rows(700, 4), ...rows(628, 4)])).toEqual([cellsFrom(0), cellsFrom(0)]);
    expect(read([...rows(700, 4), line(629, 'Office 4', 14, 24)])[0]).toHaveLength(15);
  });

  it('has names above the middle of several columns, however few rows follow', () => {
    const middle = (text: string, left: number, right: number) =>
      toPiece([word(text, (left + right) / 2 - 20, 712, { right: (left + right) / 2 + 20 })]);
    const names = ['', 'Men', 'Women', 'Sum', 'Men', 'Women'];
    const values = [line(688, 'Oslo', 10, 11, 21, 12, 13), line(676, 'Rome', 20, 21, 41, 22, 23)];
    const groups = { y: 712, size, pieces: [middle('Plan', 120, 265), middle('Result', 480, 625)] };
    const found = findUnruled([groups, line(700, ...names), ...values])[0]?.cells ?? [];
    expect(
      found.filter(({ row }) => row === 0).map(({ text, column, lastColumn }) => [text, column, lastColumn]),
    ).toEqual([
      ['Plan', 1, 2],
      ['Result', 4, 5],
    ]);
  });
});
