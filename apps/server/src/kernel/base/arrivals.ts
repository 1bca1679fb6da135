/** Things that come while somebody waits for an end. */
export class Arrivals<T> {
  #arrived: T[] = [];
  #news = Promise.withResolvers<void>();

  push(one: T): void {
    this.#arrived.push(one);
    this.#news.resolve();
  }

  /** Yields what comes until `end` is settled. Throws what `end` throws. */
  async *until(end: Promise<unknown>): AsyncIterable<T> {
    let isOver = false;
    const over = end.finally(() => {
      isOver = true;
    });
    do {
      await Promise.race([this.#news.promise, over]);
      this.#news = Promise.withResolvers();
      const arrived = this.#arrived;
      this.#arrived = [];
      yield* arrived;
    } while (!isOver || this.#arrived.length > 0);
  }
}
