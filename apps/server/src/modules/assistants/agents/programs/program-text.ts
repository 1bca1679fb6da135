import type { Writing } from '../engine/live-runs.ts';

/** Makes one text of what an agent writes turn by turn, and says what of it is new. */
export class ProgramText {
  readonly #after: number;
  #shown = new Map<number, string>();
  #of: Writing | undefined;
  #length = 0;

  /** Turns until this one were shown before. */
  constructor(after: number) {
    this.#after = after;
  }

  /** Returns what is new of a turn that is being written. A second attempt of a turn is shown at its end, because it may differ. */
  show(writing: Writing): string {
    const { turn, text } = writing;
    if (turn <= this.#after || text.length === 0) return '';
    if (this.#of !== writing) {
      if (this.#shown.has(turn)) return '';
      this.#of = writing;
      this.#length = 0;
    }
    const piece = text.from(this.#length);
    this.#length += piece.length;
    return this.#add(turn, piece);
  }

  /** Returns what is missing of a turn whose text is known. */
  end({ turn, text }: { turn: number; text: string }): string {
    const shown = this.#shown.get(turn) ?? '';
    if (text.startsWith(shown)) return this.#add(turn, text.slice(shown.length));
    this.#shown.set(turn, text);
    return `\n\n${text}`;
  }

  #add(turn: number, piece: string): string {
    if (piece === '') return '';
    const gap = this.#shown.size > 0 && !this.#shown.has(turn) ? '\n\n' : '';
    this.#shown.set(turn, (this.#shown.get(turn) ?? '') + piece);
    return gap + piece;
  }
}
