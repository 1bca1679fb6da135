import type { Block } from '../block.ts';
import { singleLine } from '../clean-text.ts';
import { countTokens } from './count-tokens.ts';

/**
 * A table with more tokens is split into rows, each with the names of its columns: it may not fit into one chunk, and the second would lack
 * them.
 */
const wholeTableTokens = 300;
/** Tables with more characters have more tokens in any language, so that they need not be counted. */
const longestWhole = 2000;

type Position = Pick<Block, 'page' | 'sheet'>;

/**
 * Returns the blocks of a table in a text document: one block if it is small, otherwise one for each row. With `hasNames`, the first row is
 * known to be the names of the columns, even if they are years or repeat.
 */
export function tableBlocks(
  rows: readonly (readonly string[])[],
  position: Position = {},
  { hasNames = false } = {},
): Block[] {
  const filled = rows.map((row) => row.map(singleLine)).filter((row) => row.some((cell) => cell !== ''));
  const [names, ...body] = filled;
  if (names === undefined) return [];
  const text = filled.map((row) => row.join(' | ')).join('\n');
  if (body.length === 0 || (text.length <= longestWhole && countTokens(text) <= wholeTableTokens))
    return [{ ...position, kind: 'table', text }];
  const rowBlock = createRowReader(position, hasNames ? names : undefined);
  return (hasNames ? body : filled).flatMap((row) => rowBlock(row));
}

/**
 * Creates a reader that converts a sheet's rows, given one at a time, into blocks of `header: value` lines, which can be understood
 * alone. The first row with two filled cells is the header if it looks like one. Rows above it are titles, as are all rows of a
 * sheet with one column. `names` are the names of the columns, if they are known.
 */
export function createRowReader(
  position: Position = {},
  names?: readonly string[],
): (cells: readonly string[]) => Block[] {
  let header: readonly string[] | null = names ?? null;
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
    lines.push(name === undefined || name === '' ? cell : `${name.replace(/[:：]$/u, '')}: ${cell}`);
  }
  return lines.join('\n');
}
