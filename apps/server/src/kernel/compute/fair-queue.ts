/**
 * A queue that serves its keys in turn, and the items of one key in their order. A key with a hundred waiting items delays another key by
 * only one of them.
 */
export class FairQueue<Item> {
  /** The first key is served next. */
  readonly #byKey = new Map<string, Item[]>();

  get size(): number {
    return [...this.#byKey.values()].reduce((sum, { length }) => sum + length, 0);
  }

  countOf(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  push(key: string, item: Item): void {
    const waiting = this.#byKey.get(key);
    if (waiting) waiting.push(item);
    else this.#byKey.set(key, [item]);
  }

  /** Returns true when an item of a key waits that `isBusy` does not hold for. */
  hasIdle(isBusy: (key: string) => boolean): boolean {
    return [...this.#byKey.keys()].some((key) => !isBusy(key));
  }

  /** Removes and returns the next item, and moves its key to the end of the queue. Keys that `isBusy` holds for come after the others. */
  shift(isBusy: (key: string) => boolean): Item | undefined {
    const keys = [...this.#byKey.keys()];
    const key = keys.find((each) => !isBusy(each)) ?? keys[0];
    const waiting = key === undefined ? undefined : this.#byKey.get(key);
    if (key === undefined || !waiting) return undefined;
    const item = waiting.shift();
    this.#byKey.delete(key);
    if (waiting.length > 0) this.#byKey.set(key, waiting);
    return item;
  }

  remove(key: string, item: Item): void {
    const left = (this.#byKey.get(key) ?? []).filter((each) => each !== item);
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const all = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    return all;
  }
}
