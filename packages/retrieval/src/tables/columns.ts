import type { Table } from './read-tables.ts';
import { type ColumnValues, readValues } from './read-values.ts';

/** The columns of a table, of which each is read once, when it is needed. */
export class Columns {
  readonly #table: Table;
  readonly #read = new Map<number, ColumnValues>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Returns the place of a column. Throws when there is none. */
  columnIndexFor(name: string): number {
    const exact = this.#table.columns.indexOf(name);
    const wanted = name.toLowerCase();
    const at = exact < 0 ? this.#table.columns.findIndex((column) => column.toLowerCase() === wanted) : exact;
    if (at < 0) throw new UnknownColumn(name);
    return at;
  }

  columnValuesFor(at: number): ColumnValues {
    const known = this.#read.get(at) ?? readValues(this.#table.rows.map(({ cells }) => cells[at]));
    this.#read.set(at, known);
    return known;
  }
}

export class UnknownColumn extends Error {
  constructor(name: string) {
    super(`There is no column “${name}”.`);
  }
}
