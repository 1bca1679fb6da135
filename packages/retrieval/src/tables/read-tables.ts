/** A part of the text of a document, as its import stored it: rows as `name: value` lines, separated by blank lines. */
export interface TablePart {
  text: string;
  /** Its place in the text of the document. */
  start: number;
  /** The sheet of a workbook, from 1. */
  page: number | null;
}

export interface Row {
  /** By the position of the column; undefined where the row has no value. */
  cells: (string | undefined)[];
  /** The span of the row in the text of the document. */
  start: number;
  end: number;
}

export interface Table {
  /** The name of the sheet; empty where the document has one table. */
  name: string;
  columns: string[];
  rows: Row[];
  /** The sheet, from 1; null where there are none. */
  page: number | null;
}

/** The most that is read of one document. */
export const mostRead = { characters: 12_000_000, rows: 200_000, columns: 200 };

interface Named {
  /** Undefined for a cell of a column without a name. */
  name: string | undefined;
  value: string;
}

const longestName = 120;

const readLine = (line: string): Named => {
  const at = line.indexOf(': ');
  return at < 1 || at > longestName
    ? { name: undefined, value: line }
    : { name: line.slice(0, at), value: line.slice(at + 2) };
};

/** Collects the rows of one table. Columns are found by a map, so a column may have any name. */
class TableReader {
  readonly table: Table;
  readonly #places = new Map<string, number>();

  constructor(name: string, page: number | null) {
    this.table = { name, page, columns: [], rows: [] };
  }

  add(lines: readonly Named[], span: { start: number; end: number }): void {
    const cells: (string | undefined)[] = [];
    let unnamed = 0;
    for (const { name, value } of lines) {
      if (name === undefined) unnamed += 1;
      const at = this.#placeOf(name ?? `(no name ${unnamed})`);
      if (at !== undefined) cells[at] = value;
    }
    this.table.rows.push({ cells, ...span });
  }

  #placeOf(name: string): number | undefined {
    const known = this.#places.get(name);
    if (known !== undefined || this.table.columns.length >= mostRead.columns) return known;
    const at = this.table.columns.push(name) - 1;
    this.#places.set(name, at);
    return at;
  }
}

/** Reads the blocks of a document one after the other. */
class DocumentReader {
  readonly #tables: (Table | undefined)[] = [];
  #reader: TableReader | undefined;
  #page: number | null = null;
  #title = '';
  #rows = 0;

  readPart({ text, start: first, page }: TablePart): void {
    if (page !== this.#page) this.#reader = undefined;
    this.#page = page;
    let start = first;
    for (const block of text.split('\n\n')) {
      const end = start + block.length;
      if (block.trim() !== '') this.#readBlock(block, { start, end });
      start = end + 2;
    }
  }

  #readBlock(block: string, span: { start: number; end: number }): void {
    const lines = block.split('\n').map(readLine);
    const isNamed = lines.some(({ name }) => name !== undefined);
    if (!isNamed && lines.length === 1 && this.#reader === undefined) {
      this.#title = block.trim();
      return;
    }
    if (this.#reader === undefined) {
      this.#reader = new TableReader(this.#title, this.#page);
      this.#tables.push(this.#reader.table);
    }
    this.#rows += 1;
    // The rows of a table without names of columns leave out their empty cells, so nobody knows what they mean.
    if (!isNamed && lines.length > 1) this.#tables[this.#tables.length - 1] = undefined;
    else if (this.#rows <= mostRead.rows) this.#reader.add(lines, span);
  }

  tables(): Table[] {
    return this.#rows > mostRead.rows ? [] : this.#tables.filter((table) => table !== undefined);
  }
}

/** Reads the tables of a document: one for each sheet. A line above a table is its name. Tables with too many rows are left out. */
export const readTables = (parts: readonly TablePart[]): Table[] => {
  const reader = new DocumentReader();
  for (const part of parts) reader.readPart(part);
  return reader.tables();
};
