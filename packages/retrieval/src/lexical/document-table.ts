import { bm25 } from './bm25.ts';
import type { ScoreBoard } from './postings-store.ts';
import type { TopK } from './top-k.ts';

/** Maps document numbers to ids, lengths and norms; holds the number of live documents and the score board shared by queries. */
export class DocumentTable {
  /** The id by document number; undefined for deleted documents whose number is still in use. */
  #ids: (string | undefined)[] = [];
  #lengths: number[] = [];
  #idCharacters = 0;
  #live = 0;
  #liveLength = 0;
  /** Count of numbers that no posting uses any more. */
  #unused = 0;
  #norms = new Float64Array(0);
  #isStale = true;
  #board: ScoreBoard = { scores: new Float64Array(0), touched: new Uint32Array(0), touchedCount: 0 };

  get live(): number {
    return this.#live;
  }

  get bytes(): number {
    return this.#ids.length * 48 + this.#idCharacters + this.#norms.length * 20;
  }

  /** The count of all numbers, including those of deleted documents. */
  get count(): number {
    return this.#ids.length;
  }

  get isMostlyDead(): boolean {
    return this.#unused > 256 && this.#unused > this.#live;
  }

  isLive(document: number): boolean {
    return this.#ids[document] !== undefined;
  }

  add(ids: readonly string[], lengths: Uint32Array): { base: number; documents: number } {
    const base = this.#ids.length;
    let total = 0;
    for (const [index, id] of ids.entries()) {
      const length = lengths[index] ?? 0;
      this.#ids.push(id);
      this.#lengths.push(length);
      this.#idCharacters += id.length;
      total += length;
    }
    this.#live += ids.length;
    this.#liveLength += total;
    this.#isStale = true;
    return { base, documents: ids.length };
  }

  /** Marks documents as deleted. Their numbers stay reserved because postings still contain them. */
  forget(base: number, count: number): void {
    for (let document = base; document < base + count; document++) {
      const id = this.#ids[document];
      if (id === undefined) continue;
      this.#ids[document] = undefined;
      this.#idCharacters -= id.length;
      this.#live -= 1;
      this.#liveLength -= this.#lengths[document] ?? 0;
    }
    this.#isStale = true;
  }

  /** Marks a whole segment as deleted and frees its numbers, which no posting contains any more. */
  drop(base: number, count: number): void {
    this.forget(base, count);
    this.#unused += count;
  }

  /** Renumbers without gaps: `take` each live range in turn, then `finish`. */
  startMove() {
    const ids: (string | undefined)[] = [];
    const lengths: number[] = [];
    return {
      take: (base: number, count: number): number => {
        const start = ids.length;
        for (let document = base; document < base + count; document++) {
          ids.push(this.#ids[document]);
          lengths.push(this.#lengths[document] ?? 0);
        }
        return start;
      },
      finish: () => {
        this.#ids = ids;
        this.#lengths = lengths;
        this.#unused = 0;
        this.#isStale = true;
      },
    };
  }

  /** `k1 · (1 − b + b · length / average length)` by document number, computed once per change. */
  norms(): Float64Array {
    if (this.#isStale) this.#refresh();
    return this.#norms;
  }

  board(): ScoreBoard {
    if (this.#isStale) this.#refresh();
    return this.#board;
  }

  /** Offers every touched document to `top` and leaves the board clean. */
  drain(
    board: ScoreBoard,
    top: TopK<string>,
    { chosen, filter }: { chosen?: Uint8Array | undefined; filter?: ((id: string) => boolean) | undefined },
  ): void {
    const { scores, touched, touchedCount } = board;
    try {
      for (let index = 0; index < touchedCount; index++) {
        const document = touched[index] ?? 0;
        const score = scores[document] ?? 0;
        if (score < top.threshold || chosen?.[document] === 0) continue;
        const id = this.#ids[document];
        if (id === undefined) continue;
        if (filter === undefined || filter(id)) top.offer(score, id);
      }
    } finally {
      for (let index = 0; index < touchedCount; index++) scores[touched[index] ?? 0] = 0;
      board.touchedCount = 0;
    }
  }

  #refresh(): void {
    const count = this.#ids.length;
    if (count > this.#norms.length || count * 4 < this.#norms.length) {
      const capacity = Math.ceil(count * 1.25);
      this.#norms = new Float64Array(capacity);
      this.#board = {
        scores: new Float64Array(capacity),
        touched: new Uint32Array(capacity),
        touchedCount: 0,
      };
    }
    const average = this.#live === 0 ? 1 : this.#liveLength / this.#live || 1;
    const perTerm = (bm25.k1 * bm25.b) / average;
    const constant = bm25.k1 * (1 - bm25.b);
    for (let document = 0; document < count; document++) {
      this.#norms[document] = constant + perTerm * (this.#lengths[document] ?? 0);
    }
    this.#isStale = false;
  }
}
