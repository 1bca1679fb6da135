/**
 * What waits, by whom it waits for: each key in its turn, and within a key in the order of coming. Somebody with a hundred
 * things waiting delays somebody else by one of them.
 */
export class FairQueue<Item> {
  /** The first key is the next whose turn it is. */
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

  /** The next one; its key goes to the end of the row. */
  shift(): Item | undefined {
    const [next] = this.#byKey;
    if (!next) return undefined;
    const [key, waiting] = next;
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

  /** Takes everything out. */
  clear(): Item[] {
    const all = [...this.#byKey.values()].flat();
    this.#byKey.clear();
    return all;
  }
}
