/** A row with more characters ends there, so that a quote that never closes does not fill the memory. */
const longestRow = 1_000_000;

const quote = 34;
const space = 32;
const lineFeed = 10;
const carriageReturn = 13;

/** Before a cell, in one, in a quoted one, or behind a quote that may have closed it. */
type State = 'start' | 'plain' | 'quoted' | 'closing';

/**
 * Reads rows of cells from text that comes in pieces (RFC 4180, with any delimiter and line end), and looks at each character once. A quote
 * inside a cell without quotes is a character like any other. So is one in a quoted cell that is followed by more than spaces.
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

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Yields the rows that the next piece completes. */
  *read(piece: string): Generator<string[]> {
    this.#from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      const isSecondHalf = this.#isHalfEnd && code === lineFeed;
      this.#isHalfEnd = false;
      if (isSecondHalf) this.#from = at + 1;
      else if (this.#take(piece, at, code)) yield this.#endRow();
      if (this.#length + this.#cell.length + at + 1 - this.#from < longestRow) continue;
      this.#keep(piece, at + 1);
      yield this.#cutRow();
    }
    this.#keep(piece, piece.length);
  }

  /** Yields the last row, which needs no line end. */
  *end(): Generator<string[]> {
    if (this.#row.length > 0 || this.#state !== 'start') yield this.#endRow();
  }

  /** Takes a character. Returns true when it ends the row. */
  #take(piece: string, at: number, code: number): boolean {
    if (this.#state === 'quoted') {
      if (code === quote) {
        this.#keep(piece, at);
        this.#state = 'closing';
      }
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
    this.#state = 'start';
  }

  #endRow(): string[] {
    this.#endCell();
    const row = this.#row;
    this.#row = [];
    this.#length = 0;
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
