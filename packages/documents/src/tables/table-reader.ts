import { type CellKind, detectKind } from './cell-kinds.ts';
import { type Form, type FormPair, findForm, readOn } from './find-form.ts';
import { findHead, type Head, numberDoubles, readKinds } from './find-head.ts';
import type { Row } from './grid.ts';
import { isUsualName } from './usual-names.ts';

/** The parts of a table in their order: titles and groups of one value, names of columns, rows with the names above them, and pairs of forms. */
export type TablePart =
  | { kind: 'lone'; text: string }
  | { kind: 'names'; names: readonly string[] }
  | { kind: 'row'; names: readonly string[]; cells: readonly string[] }
  | { kind: 'form'; title: string; pairs: readonly FormPair[] };

/** The rows that are held to find the names above them. */
const held = 30;
/** After so many rows that might have been names and were not, no more are looked for. */
const mostTries = 100;

const isBlank = ({ cells }: Row): boolean => cells.every((cell) => cell === '');
const findValue = ({ cells }: Row): string => cells.find((cell) => cell !== '') ?? '';
/** Returns true for a row of one value above a blank row, which may be a title. */
const isAboveBlank = (rows: readonly Row[], at: number): boolean => {
  const [row, next] = [rows[at], rows[at + 1]];
  return row?.isLone === true && next !== undefined && isBlank(next);
};

/** Returns the rows from one to the next blank row. */
const partFrom = (rows: readonly Row[], from: number): Row[] => {
  const end = rows.findIndex((row, at) => at > from && isBlank(row));
  return rows.slice(from, end < 0 ? rows.length : end);
};
const noNames: readonly string[] = [];

/** The table that is being read. */
interface Table {
  names: readonly string[];
  /** The header row as it stands in the table, which may stand there again. */
  head: string;
  kinds: readonly (CellKind | undefined)[];
}

const toKey = (cells: readonly string[]): string => cells.join('\n').trimEnd();

/**
 * Reads the rows of a sheet or a table, given one at a time, and holds only the first ones and those behind a blank row or one of a single value,
 * behind which another table may begin.
 */
export class TableReader {
  #held: Row[] = [];
  #isHolding = true;
  #table: Table | undefined;
  #tries = 0;
  /** The form whose rows are being read. */
  #form: Form | undefined;
  readonly #mayHaveForms: boolean;

  /** `names` are those of a table that goes on from another page. */
  constructor(names?: readonly string[]) {
    this.#mayHaveForms = names === undefined;
    if (names) this.#table = { names, head: toKey(names), kinds: [] };
  }

  /** The names of the columns of the last row. */
  get names(): readonly string[] {
    return this.#table?.names ?? noNames;
  }

  *push(row: Row): Generator<TablePart> {
    if (!this.#isHolding) {
      const isBorder = isBlank(row) || (row.isLone === true && this.#tries < mostTries);
      if (!isBorder) {
        yield* this.#row(row);
        return;
      }
      this.#isHolding = true;
    }
    // Blank rows without end are one.
    const last = this.#held.at(-1);
    if (isBlank(row) && (last === undefined || isBlank(last)) && this.#held.length > 1) return;
    this.#held.push(row);
    if (this.#held.length >= held) yield* this.#flush();
  }

  /** Yields what is still held. */
  *end(): Generator<TablePart> {
    yield* this.#flush();
  }

  *#flush(): Generator<TablePart> {
    const rows = this.#held;
    this.#held = [];
    this.#isHolding = false;
    let isStart = true;
    for (let at = 0; at < rows.length; ) {
      const row = rows[at];
      if (row === undefined || isBlank(row)) {
        isStart = true;
        this.#form = undefined;
        at++;
        continue;
      }
      const form = isStart || isAboveBlank(rows, at) ? this.#findForm(rows, at) : undefined;
      if (form) {
        yield* this.#sections(form.sections);
        at += form.rows;
        isStart = false;
        continue;
      }
      const isBorder = isStart || row.isLone === true;
      const head = isBorder ? this.#findHead(rows, at, isStart) : undefined;
      if (head) {
        const above = rows.slice(at, at + head.above);
        yield* this.#begin(above, head, rows, at + head.above + head.rows);
        at += head.above + head.rows;
      } else {
        if (isStart && !this.#goesOn(rows, at)) this.#table = undefined;
        yield* this.#row(row, isStart);
        at++;
      }
      isStart = false;
    }
  }

  /** Returns the rows from one to the next blank row, or all where blank rows stand between single rows. */
  #rowsFrom(rows: readonly Row[], from: number): Row[] {
    const part = partFrom(rows, from);
    return part.length > 1 ? part : rows.slice(from).filter((row) => !isBlank(row));
  }

  /** Finds a form that goes from one row to the next blank one, or the title of a form that stands alone above it. */
  #findForm(rows: readonly Row[], from: number): { sections: Form['sections']; rows: number } | undefined {
    if (!this.#mayHaveForms) return undefined;
    const part = partFrom(rows, from);
    const [first] = part;
    const below = rows.findIndex((row, at) => at > from && !isBlank(row));
    if (first?.isLone === true && part.length === 1 && below > 0)
      return (
        findForm(partFrom(rows, below)) && { sections: [{ title: findValue(first), pairs: [] }], rows: 1 }
      );
    this.#form = findForm(part);
    return this.#form && { sections: this.#form.sections, rows: part.length };
  }

  *#sections(sections: Form['sections']): Generator<TablePart> {
    for (const { title, pairs } of sections)
      yield pairs.length === 0 ? { kind: 'lone', text: title } : { kind: 'form', title, pairs };
  }

  #findHead(rows: readonly Row[], from: number, isStart: boolean): Head | undefined {
    if (this.#tries >= mostTries) return undefined;
    const part = this.#rowsFrom(rows, from);
    const found = findHead(part);
    if (found && this.#table === undefined) return this.#between(rows, from, found);
    // Within a table, only titles stand above other names.
    const isNew = found !== undefined && part.slice(0, found.above).every(({ isLone }) => isLone === true);
    if (isNew && (isStart || found.above > 0) && !this.#isOfTable(part, found))
      return this.#between(rows, from, found);
    this.#tries++;
    return undefined;
  }

  /** Counts the blank rows between single rows as rows above the names. */
  #between(rows: readonly Row[], from: number, head: Head): Head {
    let above = 0;
    for (let left = head.above; left > 0 || isBlank(rows[from + above] ?? { cells: [''] }); above++) {
      const row = rows[from + above];
      if (row === undefined) break;
      if (!isBlank(row)) left--;
    }
    return { ...head, above };
  }

  /** Returns true for names whose values have the kinds of the table that is being read, so that they are a row of it. */
  #isOfTable(part: readonly Row[], { above, rows, names }: Head): boolean {
    const kinds = this.#table?.kinds ?? [];
    const row = part[above];
    const isMarked = part.slice(above, above + rows).every(({ isHead }) => isHead === true);
    if (row === undefined || isMarked || toKey(names) === this.#table?.head)
      return toKey(names) === this.#table?.head;
    // Behind a blank row or a title, words of which names consist are names, whatever the columns above have.
    const filled = row.cells.filter((cell) => cell !== '');
    if (filled.length >= 2 && filled.every(isUsualName)) return false;
    const known = kinds.flatMap((kind, at) =>
      kind === undefined || (row.cells[at] ?? '') === '' ? [] : [at],
    );
    return known.length > 0 && known.every((at) => kinds[at] === detectKind(row.cells[at] ?? ''));
  }

  *#begin(above: readonly Row[], head: Head, rows: readonly Row[], from: number): Generator<TablePart> {
    this.#table = undefined;
    for (const row of above) if (!isBlank(row)) yield* this.#row(row);
    const names = numberDoubles(head);
    const body = this.#rowsFrom(rows, from).filter((row) => !isBlank(row));
    this.#table = { names, head: toKey(head.names), kinds: readKinds(body, names.length) };
    yield { kind: 'names', names };
  }

  /** Returns true where the rows behind a blank one have the form of those before it. */
  #goesOn(rows: readonly Row[], from: number): boolean {
    const table = this.#table;
    if (table === undefined) return true;
    const part = this.#rowsFrom(rows, from).filter(({ isLone }) => isLone !== true);
    if (part.length === 0) return true;
    const kinds = readKinds(
      part,
      Math.max(...part.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1)),
    );
    if (kinds.length > table.names.length) return false;
    const other = kinds.filter((kind, at) => {
      const before = table.kinds[at];
      return kind !== undefined && kind !== 'empty' && before !== undefined && kind !== before;
    });
    return other.length <= 0.5 * kinds.length;
  }

  *#row(row: Row, isStart = false): Generator<TablePart> {
    const pairs = this.#form && readOn(row, this.#form);
    if (pairs) yield { kind: 'form', title: '', pairs };
    else {
      this.#form = undefined;
      yield* this.#tableRow(row, isStart);
    }
  }

  *#tableRow(row: Row, isStart: boolean): Generator<TablePart> {
    const { cells } = row;
    const table = this.#table;
    if (table?.names[0] === cells[0] && table?.head === toKey(cells)) return;
    if (row.isLone === true && (table === undefined || this.#isApart(row, table, isStart)))
      yield { kind: 'lone', text: findValue(row) };
    else yield { kind: 'row', names: table?.names ?? noNames, cells };
  }

  /** Returns true for a single value that belongs to no column: it covers several, or is a note behind a blank row. */
  #isApart({ cells }: Row, { kinds }: Table, isStart: boolean): boolean {
    const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]));
    if (filled.length > 1) return true;
    const [at = 0] = filled;
    const kind = detectKind(cells[at] ?? '');
    return isStart && (kind === 'text' || kinds[at] !== kind);
  }
}
