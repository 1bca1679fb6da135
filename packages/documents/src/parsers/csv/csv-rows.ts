/** A row with more characters ends there, so that a quote that never closes does not fill the memory. */
const longestRow = 1_000_000;

const quote = 34;
const space = 32;
const lineFeed = 10;
const carriageReturn = 13;

/** Before a cell, in one, in a quoted one, or behind a quote that may have closed it. */
type State = 'start' | 'plain' | 'quoted' | 'closing';

const lineEnd = /\r\n|\n|\r/;

/** Returns the cells of one line, in which quotes close or are characters. */
function readLine(line: string, delimiter: string): string[] {
  const reader = new CsvRows(delimiter);
  const rows = [...reader.read(line)];
  return reader.isOpen ? line.split(delimiter) : [...rows, ...reader.end()].flat();
}

/**
 * Reads rows of cells from text that comes in pieces (RFC 4180, with any delimiter and line end), and looks at each character once. A quote
 * inside a cell without quotes is a character like any other. So is one in a quoted cell that is followed by more than spaces, and
 * one that is never closed: the lines behind it are rows.
 */
export class CsvRows {
  readonly #delimiter: number;
  #state: State = 'start';
  #row: string[] = [];
  /** The length of the complete cells of the row. */
  #length = 0;
  #cell = '';
  /** A quote and the spaces behind it, which belong to the cell only if it goes on. */
  #closing = '';
  /** The beginning of the part of the piece that is in neither `#cell` nor `#closing`. */
  #from = 0;
  /** True behind a carriage return, which may be half of a line end. */
  #isHalfEnd = false;
  /** The quoted cell as it is written, up to the beginning of the piece, and the place in the piece from which it goes on. */
  #raw = '';
  #rawFrom = 0;
  /** True for a quoted cell of several lines in which a quote stands before other text, as behind a quote that was never closed. */
  #isOdd = false;
  /** True for a quoted cell of several lines. */
  #hasLines = false;
  #rows = 0;
  /** The rows, from 1, in which a quote was never closed. */
  readonly unclosed: number[] = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Yields the rows that the next piece completes. */
  *read(piece: string): Generator<string[]> {
    this.#from = 0;
    this.#rawFrom = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      const isSecondHalf = this.#isHalfEnd && code === lineFeed;
      this.#isHalfEnd = false;
      if (isSecondHalf) this.#from = at + 1;
      else {
        if (this.#isOdd && this.#closes(code))
          yield* this.#heal(this.#raw + piece.slice(this.#rawFrom, at), at);
        if (this.#take(piece, at, code)) yield this.#endRow();
      }
      if (this.#length + this.#cell.length + at + 1 - this.#from < longestRow) continue;
      this.#keep(piece, at + 1);
      yield this.#cutRow();
      [this.#raw, this.#rawFrom] = ['', at + 1];
    }
    if (this.#isInQuotes()) this.#raw += piece.slice(this.#rawFrom);
    this.#keep(piece, piece.length);
  }

  /** True inside of a quoted cell. */
  get isOpen(): boolean {
    return this.#state === 'quoted';
  }

  /** Yields the last row, which needs no line end. */
  *end(): Generator<string[]> {
    if (this.#state === 'quoted' && this.#hasLines) yield* this.#heal(this.#raw, 0);
    if (this.#row.length > 0 || this.#state !== 'start') yield this.#endRow();
  }

  #isInQuotes(): boolean {
    return this.#state === 'quoted' || this.#state === 'closing';
  }

  /** Returns true for a character behind a quote that ends the cell. */
  #closes(code: number): boolean {
    return (
      this.#state === 'closing' && (code === this.#delimiter || code === lineFeed || code === carriageReturn)
    );
  }

  /** Reads a cell again whose quote was never closed: as the lines that it contains. Yields all rows but the last one, which may go on. */
  *#heal(raw: string, at: number): Generator<string[]> {
    this.unclosed.push(this.#rows + 1);
    const delimiter = String.fromCharCode(this.#delimiter);
    const before = this.#row;
    const rows = raw.split(lineEnd).map((line) => readLine(line, delimiter));
    const [first = [], ...others] = rows;
    const whole = [[...before, ...first], ...others];
    const last = whole.pop() ?? [];
    this.#rows += whole.length;
    yield* whole;
    this.#cell = last.pop() ?? '';
    this.#row = last;
    this.#length = last.reduce((sum, cell) => sum + cell.length + 1, 0);
    this.#closing = '';
    this.#isOdd = false;
    this.#from = at;
    this.#state = 'plain';
  }

  /** Takes a character. Returns true when it ends the row. */
  #take(piece: string, at: number, code: number): boolean {
    if (this.#state === 'quoted') {
      if (code === quote) {
        this.#keep(piece, at);
        this.#state = 'closing';
      } else if (code === lineFeed || code === carriageReturn) this.#hasLines = true;
      return false;
    }
    if (code === this.#delimiter || code === lineFeed || code === carriageReturn) {
      this.#keep(piece, at);
      this.#from = at + 1;
      this.#isHalfEnd = code === carriageReturn;
      if (code === this.#delimiter) this.#endCell();
      return code !== this.#delimiter;
    }
    if (this.#state === 'closing') this.#goOn(piece, at, code);
    else if (this.#state === 'start' && code === quote) {
      this.#state = 'quoted';
      this.#from = at + 1;
      [this.#raw, this.#rawFrom, this.#isOdd, this.#hasLines] = ['', at, false, false];
    } else this.#state = 'plain';
    return false;
  }

  /** Goes on behind a quote in a quoted cell: two of them stand for one, and other text shows that the cell has not ended. */
  #goOn(piece: string, at: number, code: number): void {
    if (code === space) return;
    if (code === quote && this.#closing.length + at - this.#from === 1) {
      this.#cell += '"';
      this.#closing = '';
      this.#from = at + 1;
      this.#state = 'quoted';
      return;
    }
    this.#keep(piece, at);
    this.#isOdd ||= code !== quote && this.#hasLines;
    this.#cell += this.#closing;
    this.#closing = '';
    this.#state = code === quote ? 'closing' : 'quoted';
  }

  #keep(piece: string, to: number): void {
    const text = piece.slice(this.#from, to);
    if (this.#state === 'closing') this.#closing += text;
    else this.#cell += text;
    this.#from = to;
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#length += this.#cell.length + 1;
    this.#cell = '';
    this.#closing = '';
    this.#isOdd = false;
    this.#state = 'start';
  }

  #endRow(): string[] {
    this.#endCell();
    const row = this.#row;
    this.#row = [];
    this.#length = 0;
    this.#rows++;
    return row;
  }

  /** Ends a row that is too long. What follows is the next row, in which a quoted cell goes on. */
  #cutRow(): string[] {
    const state = this.#state;
    const row = this.#endRow();
    this.#state = state === 'closing' ? 'quoted' : state;
    return row;
  }
}
