/**
 * Keeps the best `limit` entries by score, then by key: a binary heap with the worst entry at its root. `isBefore` orders the
 * keys of equal scores.
 */
export class TopK<Key> {
  readonly #limit: number;
  readonly #isBefore: (a: Key, b: Key) => boolean;
  readonly #entries: Array<Ranked<Key>> = [];

  constructor(limit: number, isBefore: (a: Key, b: Key) => boolean) {
    this.#limit = limit;
    this.#isBefore = isBefore;
  }

  /** The least score that can still enter; equal scores are decided by key. */
  get threshold(): number {
    const isFull = this.#entries.length >= this.#limit;
    return isFull ? (this.#entries[0]?.score ?? Number.POSITIVE_INFINITY) : Number.NEGATIVE_INFINITY;
  }

  offer(score: number, key: Key): void {
    const entry = { score, key };
    if (this.#entries.length < this.#limit) {
      this.#siftUp(this.#entries.push(entry) - 1);
      return;
    }
    const worst = this.#entries[0];
    if (worst === undefined || !this.#isBetter(entry, worst)) return;
    this.#entries[0] = entry;
    this.#siftDown();
  }

  /** Returns the entries, best first. */
  ranked(): Array<Ranked<Key>> {
    return this.#entries.toSorted((a, b) => (this.#isBetter(a, b) ? -1 : 1));
  }

  #isBetter(a: Ranked<Key>, b: Ranked<Key>): boolean {
    return a.score > b.score || (a.score === b.score && this.#isBefore(a.key, b.key));
  }

  /** Returns true when the entry at `a` is worse than the one at `b`; an index beyond the end is never worse. */
  #isWorse(a: number, b: number): boolean {
    const first = this.#entries[a];
    const second = this.#entries[b];
    return first !== undefined && second !== undefined && this.#isBetter(second, first);
  }

  #swap(a: number, b: number): void {
    const first = this.#entries[a];
    const second = this.#entries[b];
    if (first === undefined || second === undefined) return;
    this.#entries[a] = second;
    this.#entries[b] = first;
  }

  #siftUp(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isWorse(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #siftDown(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const worse = this.#isWorse(left + 1, left) ? left + 1 : left;
      if (!this.#isWorse(worse, index)) return;
      this.#swap(worse, index);
      index = worse;
    }
  }
}

export type Ranked<Key> = { score: number; key: Key };
