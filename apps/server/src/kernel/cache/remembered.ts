import type { LRUCache } from 'lru-cache';

interface Entry<T> {
  value: T;
  revision: string;
}

/** The values that `TxCtx.remember` keeps in this process. */
export type Memory<T> = LRUCache<string, Entry<T>>;

/** The values that one attempt of a transaction took from memory, and those that it will add. */
export class Recollection {
  readonly #tenantId: string;
  /** The revision of the tenant, once the transaction has begun. */
  #revision: string | undefined;
  #used: { forget: () => void; revision: string }[] = [];
  #isOutOfDate = false;
  readonly #learned: (() => void)[] = [];

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }

  /**
   * Takes the revision at which the transaction began. Returns false when the attempt used a value that is out of date, which it then
   * forgets.
   */
  judge(revision: string): boolean {
    this.#revision = revision;
    for (const used of this.#used) {
      if (used.revision === revision) continue;
      used.forget();
      this.#isOutOfDate = true;
    }
    this.#used = [];
    return !this.#isOutOfDate;
  }

  /** The revisions of the values that the attempt has used, as long as the present revision is unknown. */
  get unproven(): readonly string[] {
    return this.#revision === undefined ? [...new Set(this.#used.map(({ revision }) => revision))] : [];
  }

  /**
   * Returns the remembered value at once, although the transaction may not have begun: if the value turns out to be out of date, the
   * transaction is repeated without it. Otherwise loads it, and keeps it when the transaction has committed.
   */
  async recall<T>(memory: Memory<T>, key: string, load: () => Promise<T>): Promise<T> {
    const id = `${this.#tenantId} ${key}`;
    const entry = memory.get(id);
    if (entry && (this.#revision ?? entry.revision) === entry.revision) {
      this.#used.push({ forget: () => memory.delete(id), revision: entry.revision });
      return entry.value;
    }
    const value = await load();
    // A transaction may read its own changes and be rolled back, so nothing is kept before the commit.
    this.#learned.push(() => {
      if (this.#revision !== undefined) memory.set(id, { value, revision: this.#revision });
    });
    return value;
  }

  /** Keeps the loaded values, after the commit. */
  keep(): void {
    for (const learn of this.#learned) learn();
  }
}
