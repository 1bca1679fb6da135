import type { RetrievalTimings } from '@atelier/contracts/content/retrieval/retrieval-shapes';

type Part = Exclude<keyof RetrievalTimings, 'totalMs'>;

/** How long each part of a search took. */
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

  /** What passed since the last call belongs to this part. */
  take(part: Part): void {
    const now = performance.now();
    this.#parts[part] += now - this.#last;
    this.#last = now;
  }

  timings(): RetrievalTimings {
    return { ...this.#parts, totalMs: performance.now() - this.#startedAt };
  }
}
