import type { TxCtx } from '../../../kernel/context.ts';
import { defineService } from '../../../kernel/services.ts';
import type { IndexVersionRow } from '../tables.ts';
import { LoadedIndex } from './loaded-index.ts';

/** Memory that all loaded indexes of a process may hold together. */
const budgetBytes = 256 * 1024 * 1024;

interface Entry {
  index: LoadedIndex;
  /** What follows the database at the moment; others wait for it instead of doing the same. */
  following: Promise<void>;
}

/** The indexes in memory, least recently used first. */
export class IndexCache {
  readonly #entries = new Map<string, Entry>();
  readonly #budgetBytes: number;

  constructor(budget = budgetBytes) {
    this.#budgetBytes = budget;
  }

  /** The index of a version as it was at `version.revision` or later. */
  async open(tx: TxCtx, version: IndexVersionRow): Promise<LoadedIndex> {
    const entry = this.#entries.get(version.id) ?? { index: new LoadedIndex(), following: Promise.resolve() };
    this.#entries.delete(version.id);
    this.#entries.set(version.id, entry);
    while (!entry.index.isAt(version)) {
      const busy = entry.following;
      await busy;
      // Several may have waited for the same one; the first to wake goes on, the others wait for it.
      if (entry.following === busy && !entry.index.isAt(version)) {
        const mine = entry.index.follow(tx, version);
        entry.following = mine.catch(() => undefined);
        await mine;
        break;
      }
    }
    this.#evict(version.id);
    return entry.index;
  }

  get bytes(): number {
    let sum = 0;
    for (const { index } of this.#entries.values()) sum += index.bytes;
    return sum;
  }

  has(versionId: string): boolean {
    return this.#entries.has(versionId);
  }

  clear(): void {
    this.#entries.clear();
  }

  #evict(keep: string): void {
    let bytes = this.bytes;
    for (const [id, { index }] of this.#entries) {
      if (bytes <= this.#budgetBytes) return;
      if (id === keep) continue;
      this.#entries.delete(id);
      bytes -= index.bytes;
    }
  }
}

export const indexCache = defineService({
  name: 'knowledge.index-cache',
  create: () => new IndexCache(),
  close: (cache) => cache.clear(),
});
