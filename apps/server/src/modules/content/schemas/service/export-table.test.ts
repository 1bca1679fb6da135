import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { buildWorkbook, type SheetValue } from './export-table.ts';

/** The values of each row, as another program reads them. */
const readBack = async (lines: readonly (readonly SheetValue[])[]) => {
  const parts: Uint8Array[] = [];
  const given = async function* () {
    yield* lines;
  };
  for await (const bytes of buildWorkbook('A & B', given())) parts.push(bytes);
  const book = new exceljs.Workbook();
  const whole = Buffer.concat(parts);
  await book.xlsx.load(whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length));
  const [sheet] = book.worksheets;
  return { name: sheet?.name, cell: (address: string): unknown => sheet?.getCell(address).value };
};

describe('a workbook that is written', () => {
  it('holds texts, numbers and truth values in their cells, and nothing in empty ones', async () => {
    const { name, cell } = await readBack([
      ['Name', 'Amount', 'Paid'],
      [' <Ä> & "日本"\nsecond line', -12.5, true],
      ['', '', false],
    ]);
    expect(name).toBe('A & B');
    expect(['A1', 'A2', 'B2', 'C2', 'A3', 'C3'].map(cell)).toEqual([
      'Name',
      ' <Ä> & "日本"\nsecond line',
      -12.5,
      true,
      null,
      false,
    ]);
  });

  it('names columns beyond Z, and drops what XML or Excel cannot hold', async () => {
    const wide = Array.from({ length: 704 }, (_, at) => at + 1);
    const { cell } = await readBack([wide, ['a\u0000b\ud800c\uffff', 'x'.repeat(40_000), Number.NaN]]);
    expect([cell('Z1'), cell('AA1'), cell('ZZ1'), cell('AAB1')]).toEqual([26, 27, 702, 704]);
    expect(cell('A2')).toBe('ab\ufffdc');
    expect(cell('B2')).toHaveLength(32_767);
    expect(cell('C2')).toBeNull();
  });

  it('gives its first bytes before its last line is read', async () => {
    let given = 0;
    const many = async function* () {
      for (; given < 20_000; given += 1) yield [`line ${given} ${Math.sin(given)}`, given];
    };
    const seen: number[] = [];
    for await (const { length } of buildWorkbook('S', many())) if (length > 0) seen.push(given);
    expect(seen[0]).toBe(0);
    expect(seen.filter((count) => count > 0 && count < 20_000).length).toBeGreaterThan(3);
  });
});
