import type { RetrievalTimings } from '@atelier/contracts/content/retrieval/retrieval-shapes';

type Part = Exclude<keyof RetrievalTimings, 'totalMs'>;

/** Measures how long each part of a search took. */
export class Stopwatch {
  readonly #startedAt = performance.now();
  readonly #parts: Record<Part, number> = {
    queriesMs: 0,
    embedMs: 0,
    outsideMs: 0,
    searchMs: 0,
    rerankMs: 0,
  };
  #last = this.#startedAt;

  /** Attributes the time since the last call to this part. */
  take(part: Part): void {
    const now = performance.now();
    this.#parts[part] += now - this.#last;
    this.#last = now;
  }

  timings(): RetrievalTimings {
    return { ...this.#parts, totalMs: performance.now() - this.#startedAt };
  }
}
