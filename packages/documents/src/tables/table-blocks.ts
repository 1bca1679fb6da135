import type { Block } from '../block.ts';
import { countTokens } from '../chunking/count-tokens.ts';
import { singleLine } from '../clean-text.ts';
import { detectKind } from './cell-kinds.ts';
import { writeSection } from './find-form.ts';
import type { Row } from './grid.ts';
import { type TablePart, TableReader } from './table-reader.ts';

/**
 * A table with more tokens is split into rows, each with the names of its columns: it may not fit into one chunk, and the second would lack
 * them.
 */
const wholeTableTokens = 300;
/** Tables with more characters have more tokens in any language, so that they need not be counted. */
const longestWhole = 2000;

type Position = Pick<Block, 'page' | 'sheet'>;

/** Returns a row of a sheet, in which no cell is merged. */
export function toRow(raw: readonly string[]): Row {
  let filled = 0;
  const cells = raw.map((text) => {
    const cell = singleLine(text);
    if (cell !== '') filled++;
    return cell;
  });
  return { cells, isLone: filled === 1 };
}

/** Words that label a total below the items of an invoice. */
const totals =
  /^(?:(?:sub-?|grand |net |gross )?totals?|net(?: amount)?|gross(?: amount)?|sum|vat|tax|discount|shipping|amount due|balance due|zwischensumme|(?:gesamt|netto|brutto|rechnungs)\p{L}*|summe|mwst|ust|rabatt|total\p{L}*)(?:[^\p{L}]|$)/iu;

/** Returns the pair of a row of a total, whose label stands under the name of another column, and nothing before it. */
function readTotal(cells: readonly string[]): string | undefined {
  const [label, value, more] = cells.filter((cell) => cell !== '');
  const isTotal = cells[0] === '' && label !== undefined && value !== undefined && more === undefined;
  return isTotal && totals.test(label) && detectKind(value) === 'number'
    ? `${label.replace(/[:：]$/u, '')}: ${value}`
    : undefined;
}

function rowText(names: readonly string[], cells: readonly string[]): string {
  const total = names.length > 0 ? readTotal(cells) : undefined;
  if (total !== undefined) return total;
  let text = '';
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue;
    const name = names[index];
    const line = name === undefined || name === '' ? cell : `${name.replace(/[:：]$/u, '')}: ${cell}`;
    text += text === '' ? line : `\n${line}`;
  }
  return text;
}

/** Converts the rows of a sheet, given one at a time, into blocks of `name: value` lines, which can be understood alone. */
export class SheetBlocks {
  readonly #position: Position;
  readonly #reader = new TableReader();
  /** The first row without names, until another part follows: a sheet of one row is a line of it. */
  #first: readonly string[] | undefined;
  #any = false;

  constructor(position: Position = {}) {
    this.#position = position;
  }

  *push(row: Row): Generator<Block> {
    yield* this.#blocks(this.#reader.push(row));
  }

  *end(): Generator<Block> {
    yield* this.#blocks(this.#reader.end());
    if (this.#first) yield { ...this.#position, kind: 'table', text: this.#first.join(' | ') };
  }

  *#blocks(parts: Iterable<TablePart>): Generator<Block> {
    for (const part of parts) {
      if (part.kind === 'names') continue;
      if (this.#first) yield { ...this.#position, kind: 'row', text: rowText([], this.#first) };
      this.#first = undefined;
      if (part.kind === 'lone') yield { ...this.#position, kind: 'paragraph', text: part.text };
      else if (part.kind === 'form') yield { ...this.#position, kind: 'row', text: writeSection(part) };
      else if (!this.#any && part.names.length === 0) this.#first = part.cells;
      else yield { ...this.#position, kind: 'row', text: rowText(part.names, part.cells) };
      this.#any = true;
    }
  }
}

const toLine = (part: TablePart): string => {
  if (part.kind === 'lone') return part.text;
  if (part.kind === 'form') return writeSection(part);
  return (part.kind === 'names' ? part.names : part.cells).join(' | ');
};

const toBlock = (part: TablePart): Pick<Block, 'kind' | 'text'>[] => {
  if (part.kind === 'names') return [];
  if (part.kind === 'form') return [{ kind: 'row', text: writeSection(part) }];
  return part.kind === 'lone'
    ? [{ kind: 'paragraph', text: part.text }]
    : [{ kind: 'row', text: rowText(part.names, part.cells) }];
};

/** The way to read a table: with the names of its columns from another page, or its first row as their names. */
export interface TableOptions {
  names?: readonly string[] | undefined;
  hasNames?: boolean;
}

/** Returns the blocks of a table in a text document, and the names of its columns: one block if it is small, otherwise one for each row. */
export function readTable(rows: readonly Row[], position: Position = {}, options: TableOptions = {}) {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const reader = new TableReader(options.names);
  const parts: TablePart[] = [];
  for (const [at, row] of filled.entries())
    parts.push(
      ...reader.push(at === 0 && options.hasNames === true ? { ...row, isHead: true, isLone: false } : row),
    );
  parts.push(...reader.end());
  const text = parts.map(toLine).join('\n');
  const isWhole =
    options.names === undefined &&
    parts.every(({ kind }) => kind !== 'form') &&
    (parts.length === 1 || (text.length <= longestWhole && countTokens(text) <= wholeTableTokens));
  const blocks: Block[] =
    isWhole && text !== ''
      ? [{ ...position, kind: 'table', text }]
      : parts.flatMap(toBlock).map((block) => ({ ...position, ...block }));
  return { blocks, names: reader.names };
}

/** Returns the blocks of a table: of a grid, or of rows in which no cell is merged. */
export const tableBlocks = (
  rows: readonly (Row | readonly string[])[],
  position: Position = {},
  options: TableOptions = {},
): Block[] =>
  readTable(
    rows.map((row) => ('cells' in row ? row : toRow(row))),
    position,
    options,
  ).blocks;
