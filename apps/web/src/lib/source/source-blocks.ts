import type { SourceForm } from '@atelier/contracts/content/bases/import-shapes';
import { markChunk, type Piece } from './mark-chunk.ts';

/** The line of a document's text in which a cell stands, and what is around the cell there. */
export interface CellPlace {
  start: number;
  line: string;
  before: string;
  after: string;
}

export interface TableRow {
  key: number;
  cells: string[];
  /** The place of each cell, or undefined where the row does not have the cell. */
  places: (CellPlace | undefined)[];
  isMarked: boolean;
}

/** A value of a form with its label. */
export interface Pair {
  key: number;
  label: string;
  value: string;
  places: { label: CellPlace; value: CellPlace };
  isMarked: boolean;
}

type TableBlock = {
  kind: 'table';
  key: number;
  head: string[];
  /** The places of the names, if they stand in a line of their own and not before each value. */
  headPlaces?: (CellPlace | undefined)[];
  rows: TableRow[];
};
type PairsBlock = { kind: 'pairs'; key: number; pairs: Pair[] };

/** A part of a source's text as it is displayed; `key` is its offset in the document. */
export type SourceBlock =
  | { kind: 'text' | 'code' | 'heading'; key: number; pieces: Piece[] }
  | TableBlock
  | PairsBlock;

interface Span {
  start: number;
  end: number;
}

interface Section {
  text: string;
  start: number;
}

const named = /^([^:]{1,120}): (.*)$/;
const pair = /^([^:]{1,120}):(?: (.*))?$/;
const isBarRow = (line: string): boolean => line.includes(' | ') || line.startsWith('| ');
const isNumber = (cell: string): boolean =>
  /\p{N}/u.test(cell) && !/\p{L}/u.test(cell) && !/^\p{N}{4}$/u.test(cell);

/** The quote, and further spans that belong to it. */
interface Marked extends Span {
  further?: readonly Span[] | undefined;
}

const overlaps = (start: number, end: number, span: Marked): boolean =>
  [span, ...(span.further ?? [])].some((each) => start < each.end && end > each.start);

/** Returns the cells of a line between vertical bars, without the white space around them, and their places. */
const splitBars = (line: string, start: number): Pick<TableRow, 'cells' | 'places'> => {
  const parts = line.split('|');
  let at = 0;
  const places = parts.map((part): CellPlace => {
    const text = part.trim();
    const from = at + (text === '' ? part.length : part.indexOf(text));
    at += part.length + 1;
    return { start, line, before: line.slice(0, from), after: line.slice(from + text.length) };
  });
  return { cells: parts.map((part) => part.trim()), places };
};

/** Reads a table whose rows are lines of cells separated by vertical bars. */
const barTable = (lines: readonly string[], start: number, span: Marked): SourceBlock => {
  let offset = start;
  const rows = lines.map((line): TableRow => {
    const key = offset;
    offset += line.length + 1;
    return {
      key,
      ...splitBars(line, key),
      isMarked: overlaps(key, key + line.length, span),
    };
  });
  const [first, ...rest] = rows;
  const hasHead = first !== undefined && rest.length > 0 && !first.cells.slice(1).some(isNumber);
  return hasHead
    ? { kind: 'table', key: start, head: first.cells, headPlaces: first.places, rows: rest }
    : { kind: 'table', key: start, head: [], rows };
};

/** Reads a row that is written as `name: value` lines; a first line without a name is the row's label. */
const namedRow = (lines: readonly string[], start: number, span: Marked): SourceBlock | undefined => {
  const cells = lines.map((line) => named.exec(line));
  if (lines.length < 2 || cells.some((cell, at) => cell === null && at > 0)) return undefined;
  const end = start + lines.join('\n').length;
  let offset = start;
  const places = lines.map((line, at): CellPlace => {
    const name = cells[at]?.[1];
    const before = name === undefined ? '' : `${name}: `;
    const place = { start: offset, line, before, after: '' };
    offset += line.length + 1;
    return place;
  });
  return {
    kind: 'table',
    key: start,
    head: cells.map((cell) => cell?.[1] ?? ''),
    rows: [
      {
        key: start,
        cells: cells.map((cell, at) => cell?.[2] ?? lines[at] ?? ''),
        places,
        isMarked: overlaps(start, end, span),
      },
    ],
  };
};

/** Reads lines of `label: value`, which are values of a form, or a row of a table that is too long to be drawn as one. */
const readPairs = (lines: readonly string[], start: number, span: Marked): PairsBlock | undefined => {
  if (lines.length < 2) return undefined;
  const pairs: Pair[] = [];
  let key = start;
  for (const line of lines) {
    const found = pair.exec(line);
    if (!found) return undefined;
    const [, label = '', value = ''] = found;
    const places = {
      label: { start: key, line, before: '', after: line.slice(label.length) },
      value: { start: key, line, before: `${label}: `, after: '' },
    };
    pairs.push({ key, label, value, places, isMarked: overlaps(key, key + line.length, span) });
    key += line.length + 1;
  }
  return { kind: 'pairs', key: start, pairs };
};

/** Returns pairs as the row of a table. */
const asTable = (block: SourceBlock): SourceBlock =>
  block.kind === 'pairs'
    ? {
        kind: 'table',
        key: block.key,
        head: block.pairs.map(({ label }) => label),
        rows: [
          {
            key: block.key,
            cells: block.pairs.map(({ value }) => value),
            places: block.pairs.map(({ places: { value } }) => value),
            isMarked: block.pairs.some(({ isMarked }) => isMarked),
          },
        ],
      }
    : block;

const isHeading = (text: string): boolean =>
  text.length <= 80 &&
  !text.includes('\n') &&
  /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
  !/[.!?:;,|。？！]$/u.test(text);

const toSourceBlock = (
  text: string,
  start: number,
  { span, form }: { span: Marked; form: SourceForm },
): SourceBlock => {
  const lines = text.split('\n');
  const pieces = markChunk({ text, start }, span);
  if (form === 'CODE') return { kind: 'code', key: start, pieces };
  if (lines.length > 1 && lines.every(isBarRow)) return barTable(lines, start, span);
  const row = form === 'TABLE' ? namedRow(lines, start, span) : readPairs(lines, start, span);
  if (row) return row;
  return { kind: isHeading(text) ? 'heading' : 'text', key: start, pieces };
};

/** True when two rows belong to one table. Rows lack the names of their empty cells; the values of forms share a label now and then. */
const shareNames = (one: readonly string[], other: readonly string[], isForm: boolean): boolean => {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  const isNamed = (name: string) => more.includes(name);
  return isForm ? fewer.every(isNamed) : fewer.some(isNamed);
};

/** Joins consecutive rows into one table when they have the same names, or some of them. */
const joinTables = (blocks: readonly SourceBlock[]): SourceBlock[] => {
  const joined: SourceBlock[] = [];
  for (const each of blocks) {
    const [last, block] = [joined.at(-1), each].map((part) => part && asTable(part));
    const canJoin =
      block?.kind === 'table' && last?.kind === 'table' && last.head.length > 0 && block.head.length > 0;
    if (!canJoin || !shareNames(last.head, block.head, each.kind === 'pairs')) {
      joined.push(each);
      continue;
    }
    const head = [...last.head, ...block.head.filter((name) => !last.head.includes(name))];
    const placed = block.rows.map((row) => ({
      ...row,
      cells: head.map((name) => row.cells[block.head.indexOf(name)] ?? ''),
      places: head.map((name) => row.places[block.head.indexOf(name)]),
    }));
    joined[joined.length - 1] = { ...last, head, rows: [...last.rows, ...placed] };
  }
  return joined;
};

/** Splits a section of a source's text into tables, code and paragraphs, and marks the part that the span covers. */
export const splitIntoBlocks = (section: Section, span: Marked, form: SourceForm): SourceBlock[] => {
  const blocks: SourceBlock[] = [];
  let offset = section.start;
  for (const text of form === 'CODE' ? [section.text] : section.text.split('\n\n')) {
    if (text.trim() !== '') blocks.push(toSourceBlock(text, offset, { span, form }));
    offset += text.length + 2;
  }
  return joinTables(blocks);
};
