/** The number of pieces, beyond an eighth of the text, from which on they are joined to the text before them. */
const mostPieces = 64;

/**
 * A text that grows in small pieces and is read from its end. It is stored once, without a node of the heap for each piece, and reading the
 * newest piece copies nothing.
 */
export class GrowingText {
  #joined: string;
  #pieces: string[] = [];
  #length: number;

  constructor(text = '') {
    this.#joined = text;
    this.#length = text.length;
  }

  /** The number of UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    // The joined text grows by a share of itself, so that the copying does not grow faster than the text.
    if (this.#pieces.length >= mostPieces && this.#length > this.#joined.length * 1.125) this.toString();
  }

  /** Returns the text after `start`. */
  from(start: number): string {
    let first = this.#pieces.length;
    let at = this.#length;
    while (at > start && first > 0) {
      first -= 1;
      at -= this.#pieces[first]?.length ?? 0;
    }
    if (start > this.#length) return '';
    if (at !== start) return this.toString().slice(start);
    return this.#pieces.slice(first).join('');
  }

  toString(): string {
    if (this.#pieces.length > 0) {
      this.#joined = [this.#joined, ...this.#pieces].join('');
      this.#pieces = [];
    }
    return this.#joined;
  }
}
