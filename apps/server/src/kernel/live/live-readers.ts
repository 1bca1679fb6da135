/** Those in this process who read what a run or an answer brings while it is written, by its id. One reads each. */
export class LiveReaders<T> {
  readonly #readers = new Map<string, (news: T) => void>();

  /** Calls `take` with what is written under an id. Returns the function that stops it. */
  follow(id: string, take: (news: T) => void): () => void {
    this.#readers.set(id, take);
    return () => void this.#readers.delete(id);
  }

  /** Returns where what is written goes; undefined when another process reads it. */
  find(id: string): ((news: T) => void) | undefined {
    return this.#readers.get(id);
  }
}
