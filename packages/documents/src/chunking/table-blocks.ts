import type { Block } from '../block.ts';
import { singleLine } from '../clean-text.ts';

/** A table with more characters is split into rows, each with the names of its columns. */
const wholeTableCharacters = 1200;

type Position = Pick<Block, 'page' | 'sheet'>;

/** Returns the blocks of a table in a text document: one block if it is small, otherwise one for each row. */
export function tableBlocks(rows: readonly (readonly string[])[], position: Position = {}): Block[] {
  const filled = rows.map((row) => row.map(singleLine)).filter((row) => row.some((cell) => cell !== ''));
  const [header, ...body] = filled;
  if (header === undefined) return [];
  const lines = filled.map((row) => row.join(' | '));
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (characters <= wholeTableCharacters || body.length === 0) {
    return [{ ...position, kind: 'table', text: lines.join('\n') }];
  }
  const rowBlock = createRowReader(position);
  return filled.flatMap((row) => rowBlock(row));
}

/**
 * Creates a reader that converts a sheet's rows, given one at a time, into blocks of `header: value` lines, which can be understood
 * alone. The first row with two filled cells is the header if it looks like one. Rows above it are titles, as are all rows of a
 * sheet with one column.
 */
export function createRowReader(position: Position = {}): (cells: readonly string[]) => Block[] {
  let header: string[] | null = null;
  return (raw) => {
    const cells = raw.map(singleLine);
    const filled = cells.filter((cell) => cell !== '').length;
    if (filled === 0) return [];
    if (header === null) {
      if (filled === 1) return [{ ...position, kind: 'paragraph', text: cells.join('') }];
      header = isHeader(cells) ? cells : [];
      if (header.length > 0) return [];
    }
    return [{ ...position, kind: 'row', text: rowText(header, cells) }];
  };
}

/** Returns true for a header: distinct words without numbers. */
function isHeader(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => cell !== '');
  if (new Set(names).size < names.length) return false;
  return names.every((name) => name.length <= 120 && !/^[-+]?[\d.,\s%€$£]+$/.test(name));
}

function rowText(header: readonly string[], cells: readonly string[]): string {
  const lines: string[] = [];
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue;
    const name = header[index];
    lines.push(name === undefined || name === '' ? cell : `${name}: ${cell}`);
  }
  return lines.join('\n');
}
