interface Waiting<V, R> {
  value: V;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Does work for several callers at once. The first caller is served at once, and those who come meanwhile form the next group, so that
 * nobody waits for a timer. If the work for a group fails, it is done for each caller alone, so that only the responsible one fails.
 */
export class Together<V, R> {
  readonly #most: number;
  readonly #work: (values: readonly V[]) => Promise<readonly R[]>;
  /** The callers that wait, by key. A key is present while somebody is served. */
  readonly #waiting = new Map<string, Waiting<V, R>[]>();

  /** `work` returns one result for each of at most `most` values, in their order. */
  constructor(most: number, work: (values: readonly V[]) => Promise<readonly R[]>) {
    this.#most = most;
    this.#work = work;
  }

  /** Does the work for a value, together with others of the same key. Throws what the work throws. */
  do(key: string, value: V): Promise<R> {
    return new Promise((resolve, reject) => {
      const one = { value, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting) return void waiting.push(one);
      const first = [one];
      this.#waiting.set(key, first);
      void this.#serve(key, first);
    });
  }

  async #serve(key: string, waiting: Waiting<V, R>[]): Promise<void> {
    while (waiting.length > 0) {
      // Those who come in the same turn of the event loop share a group.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#workFor(waiting.splice(0, this.#most));
    }
    this.#waiting.delete(key);
  }

  async #workFor(group: readonly Waiting<V, R>[]): Promise<void> {
    try {
      const results = await this.#work(group.map(({ value }) => value));
      if (results.length !== group.length)
        throw new Error('Work for several callers has one result for each.');
      results.forEach((result, at) => group[at]?.resolve(result));
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const one of group) await this.#workFor([one]);
    }
  }
}
