import { describe, expect, it } from 'vitest';
import type { TableCell } from './table.ts';
import { readPdfTable } from './table-blocks.ts';

const read = (cells: readonly TableCell[]): string[] =>
  readPdfTable({ box: { left: 0, right: 1, bottom: 0, top: 1 }, cells, items: new Set() }, 1).blocks.map(
    ({ text }) => text,
  );
const cell = (text: string, row: number, column: number): TableCell => ({
  ...{ text, row, column, lastRow: row, lastColumn: column },
});
const merged = (text: string, row: number, column: number, to: [number, number]): TableCell => ({
  ...cell(text, row, column),
  ...{ lastRow: to[0], lastColumn: to[1], isMerged: true as const },
});
const rows = (from: number, ...lines: string[]) =>
  lines.flatMap((line, at) => line.split('|').map((text, column) => cell(text, from + at, column)));

describe('the names of the columns of a table with lines', () => {
  it('stand in the rows that its merged cells cover, also above words alone', () => {
    const head = [
      ...[merged('Item', 0, 0, [1, 0]), merged('Plan', 0, 1, [0, 2]), merged('Result', 0, 3, [0, 4])],
      ...['Owner', 'State', 'Owner', 'State'].map((text, at) => cell(text, 1, at + 1)),
    ];
    expect(read([...head, ...rows(2, 'Lamp|Ada|open|Bob|closed', 'Desk|Eve|open|Bob|open')])).toEqual([
      'Item | Plan Owner | Plan State | Result Owner | Result State\nLamp | Ada | open | Bob | closed\nDesk | Eve | open | Bob | open',
    ]);
  });

  it('begin with one above all values, also beside two columns of labels', () => {
    const head = [
      ...[merged('', 0, 0, [1, 1]), merged('Sales', 0, 2, [0, 3])],
      ...[cell('2024', 1, 2), cell('2025', 1, 3)],
    ].filter(({ text }) => text !== '');
    expect(read([...head, ...rows(2, 'North|Lamp|1,020|1,100', 'South|Desk|1,200|1,300')])).toEqual([
      ' |  | Sales 2024 | Sales 2025\nNorth | Lamp | 1,020 | 1,100\nSouth | Desk | 1,200 | 1,300',
    ]);
  });
});
