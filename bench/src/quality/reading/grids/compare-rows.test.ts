import { describe, expect, it } from 'vitest';
import { compareRows } from './compare-rows.ts';
import { truthOf } from './grid.ts';
import { makeGrid } from './make-grid.ts';
import { readRows } from './read-rows.ts';

const truth = [
  {
    rowNames: [{ name: 'Region', value: 'North' }],
    values: [
      { name: 'Sales 2024', value: '10' },
      { name: 'Sales 2025', value: '11' },
    ],
  },
];
const countOf = (text: string) => compareRows(readRows([{ kind: 'table', text }]), truth, ['Europe']).count;

describe('the rows of a generated table', () => {
  it('are right with the names of their columns and their own', () => {
    expect(countOf('Region | Sales 2024 | Sales 2025\nNorth | 10 | 11')).toEqual({
      ...{ right: 2, found: 2, expected: 2 },
    });
    expect(countOf('Europe\nRegion | Sales – 2024 | sales 2025 (2)\nNorth | 10 | 11')).toMatchObject({
      right: 2,
    });
  });

  it('are wrong under other names, without the name of their row, and where they stand twice', () => {
    expect(countOf('Region | 2024 | Sales 2025\nNorth | 10 | 11')).toMatchObject({ right: 1, found: 2 });
    expect(countOf('Region | Sales 2024 | Sales 2025\nSouth | 10 | 11')).toMatchObject({ right: 0 });
    expect(countOf('Region | Sales 2024 | Sales 2025 | Sum\nNorth | 10 | 11 | 11')).toMatchObject({
      ...{ right: 2, found: 3 },
    });
  });

  it('are read from lines of names and values', () => {
    const rows = readRows([{ kind: 'row', text: 'North\nSales 2024: 10\nSales 2025: 11' }]);
    expect(compareRows(rows, truth, []).count).toEqual({ right: 2, found: 2, expected: 2 });
  });
});

describe('a generated table', () => {
  const options = { merges: 'all', titleRows: true } as const;

  it('is the same again for the same seed', () => {
    expect(makeGrid(7, options)).toEqual(makeGrid(7, options));
    expect(makeGrid(7, options)).not.toEqual(makeGrid(8, options));
  });

  it('has one cell in each place', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { width, height, cells } = makeGrid(seed, options);
      const places = cells.flatMap((cell) =>
        Array.from({ length: cell.lastRow - cell.row + 1 }, (_none, row) =>
          Array.from(
            { length: cell.lastColumn - cell.column + 1 },
            (_other, column) => `${cell.row + row} ${cell.column + column}`,
          ),
        ).flat(),
      );
      expect(new Set(places).size).toBe(places.length);
      expect(places).toHaveLength(width * height);
    }
  });

  it('has a name for each of its values', () => {
    const rows = truthOf(makeGrid(3, options));
    expect(rows.length).toBeGreaterThan(1);
    for (const { rowNames, values } of rows) {
      expect(rowNames.length).toBeGreaterThan(0);
      for (const { name } of values) expect(name).not.toBe('');
    }
  });
});
