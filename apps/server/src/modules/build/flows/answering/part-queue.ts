import type { Answering } from '../../apps/index.ts';

/** Parts of an answer that come while somebody waits for its end. */
export class PartQueue {
  #parts: Answering.AnswerPart[] = [];
  #arrived = Promise.withResolvers<void>();

  push(part: Answering.AnswerPart): void {
    this.#parts.push(part);
    this.#arrived.resolve();
  }

  /** Yields the parts as they come, until `end` is settled. Throws what `end` throws. */
  async *until(end: Promise<unknown>): AsyncIterable<Answering.AnswerPart> {
    let isOver = false;
    const over = end.finally(() => {
      isOver = true;
    });
    do {
      await Promise.race([this.#arrived.promise, over]);
      this.#arrived = Promise.withResolvers();
      const parts = this.#parts;
      this.#parts = [];
      yield* parts;
    } while (!isOver || this.#parts.length > 0);
  }
}
