import type { Block } from '../block.ts';
import { singleLine } from '../clean-text.ts';

/** Above this many characters a table is cut into rows that each carry their column names. */
const wholeTableCharacters = 1200;

type Position = Pick<Block, 'page' | 'sheet'>;

/** A table of a text document: one block while it is small, else one block a row. */
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
 * Turns a sheet's rows, given one at a time, into blocks that make sense alone: `header: value` lines.
 * The first row with two filled cells is the header if it reads like one; lines above it are titles,
 * and so are all lines of a sheet with one column.
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

/** Names are distinct words; a first row with numbers in it is data. */
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
