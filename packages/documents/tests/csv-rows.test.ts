import { describe, expect, it } from 'vitest';
import { CsvRows } from '../src/parsers/csv/csv-rows.ts';
import { findDelimiter } from '../src/parsers/csv/find-delimiter.ts';

const rowsOf = (pieces: readonly string[], delimiter = ','): string[][] => {
  const rows = new CsvRows(delimiter);
  return [...pieces.flatMap((piece) => [...rows.read(piece)]), ...rows.end()];
};

const tables: readonly (readonly [what: string, text: string, rows: string[][]])[] = [
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no end of the last line',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of Windows and of old Macs',
    'a,b\r\n1,2\rx,y',
    [
      ['a', 'b'],
      ['1', '2'],
      ['x', 'y'],
    ],
  ],
  ['empty cells and lines', ',\n\n,', [['', ''], [''], ['', '']]],
  ['quoted delimiters and line ends', '"a,b","1\r\n2"\n', [['a,b', '1\r\n2']]],
  ['quotes in quotes', '"say ""yes""","""",""\n', [['say "yes"', '"', '']]],
  ['spaces behind a quote', '"a"  ,b\n"c" ', [['a', 'b'], ['c']]],
  ['a quote inside a cell', 'a"b",c\n', [['a"b"', 'c']]],
  ['a quote that does not close its cell', '"a"b,"c" d"\n', [['a"b,"c" d']]],
  ['quotes with spaces between them', '"a" " ",b\n', [['a" " ', 'b']]],
  ['a quote that never closes in the only line', 'a,"b,c', [['a', 'b,c']]],
  [
    'a quote that never closes',
    'a,"b\nc,d\r\n"e,f",g\nh,"i',
    [
      ['a', '"b'],
      ['c', 'd'],
      ['e,f', 'g'],
      ['h', 'i'],
    ],
  ],
  [
    'a quote that only a later cell closes',
    'a,"b\nc,d\ne,"f"\ng,"h\ni"',
    [
      ['a', '"b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h\ni'],
    ],
  ],
];

describe('rows of a table', () => {
  it.each(tables)('are read with %s, in one piece and letter by letter', (_what, text, rows) => {
    expect(rowsOf([text])).toEqual(rows);
    expect(rowsOf(text.split(''))).toEqual(rows);
  });

  it('end after a million characters, even inside a quote', () => {
    const rows = rowsOf(['"', ...Array.from({ length: 25 }, () => 'x'.repeat(100_000)), '"\na,b']);
    expect(rows.map((row) => row.map(({ length }) => length))).toEqual([
      [1_000_000],
      [1_000_000],
      [500_000],
      [1, 1],
    ]);
  });
});

describe('the delimiter of a table', () => {
  it.each([
    ['a;b\n1,5;2\n', ';'],
    ['a\tb\n1,5\t2\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['name,price\n"x;y",1;2\n', ','],
    ['one column\nand nothing else\n', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });
});
