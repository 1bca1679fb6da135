/** The best `limit` of the entries offered, by score, then by id. A binary heap with the worst at its root. */
export class TopK {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #ids: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a score must reach to have a chance; equal scores are still decided by id. */
  get threshold(): number {
    return this.#scores.length < this.#limit ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? 0);
  }

  offer(score: number, id: string): void {
    if (this.#limit <= 0) return;
    if (this.#scores.length < this.#limit) {
      this.#scores.push(score);
      this.#ids.push(id);
      this.#siftUp(this.#scores.length - 1);
    } else if (isBetter(score, id, this.#scores[0] ?? 0, this.#ids[0] ?? '')) {
      this.#scores[0] = score;
      this.#ids[0] = id;
      this.#siftDown();
    }
  }

  /** Best first. */
  ranked(): Array<{ id: string; score: number }> {
    return this.#scores
      .map((score, index) => ({ score, id: this.#ids[index] ?? '' }))
      .sort((a, b) => (isBetter(a.score, a.id, b.score, b.id) ? -1 : 1));
  }

  #isWorse(a: number, b: number): boolean {
    return isBetter(this.#scores[b] ?? 0, this.#ids[b] ?? '', this.#scores[a] ?? 0, this.#ids[a] ?? '');
  }

  #swap(a: number, b: number): void {
    const score = this.#scores[a] ?? 0;
    const id = this.#ids[a] ?? '';
    this.#scores[a] = this.#scores[b] ?? 0;
    this.#ids[a] = this.#ids[b] ?? '';
    this.#scores[b] = score;
    this.#ids[b] = id;
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
    const size = this.#scores.length;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= size) return;
      const worse = left + 1 < size && this.#isWorse(left + 1, left) ? left + 1 : left;
      if (!this.#isWorse(worse, index)) return;
      this.#swap(worse, index);
      index = worse;
    }
  }
}

function isBetter(score: number, id: string, otherScore: number, otherId: string): boolean {
  return score > otherScore || (score === otherScore && id < otherId);
}
