import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { liveSegments } from '../../indexing/index.ts';
import { LoadedIndex, type SearchableIndex } from './loaded-index.ts';
import { createStreamQueue, StreamedIndex } from './streamed-index.ts';

/** The largest share of the memory that one index may take, so that it does not evict all others. */
const largestShare = 0.75;
/** An index that was too large is loaded again only once it has shrunk to this share. */
const shrunk = 0.9;

interface Entry {
  index: LoadedIndex;
  /** The update that is in progress. Others wait for it instead of doing the same. */
  following: Promise<void>;
  /** The number of updates in progress. An index that is being updated is not evicted. */
  busy: number;
}

class NoRoom extends Error {}

/** A cache of indexes within a memory budget, least recently used first. */
export class IndexCache {
  readonly #entries = new Map<string, Entry>();
  /** The stored bytes at which an index turned out to be too large, by version. */
  readonly #tooLarge = new Map<string, number>();
  readonly #streamed = new WeakMap<TxCtx, Map<string, StreamedIndex>>();
  readonly #queue = createStreamQueue();
  readonly #budgetBytes: number;

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** Returns the index of a version at `version.revision` or later. It may be used until the transaction ends. */
  async open(tx: TxCtx, version: IndexVersionRow): Promise<SearchableIndex> {
    const streamed = this.#streamed.get(tx)?.get(version.id);
    if (streamed) return streamed;
    if (!this.#entries.has(version.id) && !(await this.#mayFit(tx, version)))
      return this.#openStreamed(tx, version);
    try {
      return await this.#openLoaded(tx, version);
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      return this.#openStreamed(tx, version);
    }
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

  get #largestBytes(): number {
    return this.#budgetBytes * largestShare;
  }

  async #mayFit(tx: TxCtx, { id, vectorStore }: IndexVersionRow): Promise<boolean> {
    const stored = await liveSegments.countBytes(tx, id, { vectors: vectorStore === 'EMBEDDED' });
    const known = this.#tooLarge.get(id) ?? Number.POSITIVE_INFINITY;
    return stored <= this.#largestBytes && stored < known * shrunk;
  }

  async #openStreamed(tx: TxCtx, version: IndexVersionRow): Promise<SearchableIndex> {
    const index = await StreamedIndex.open(tx, version, this.#queue);
    const ofTransaction = this.#streamed.get(tx) ?? new Map<string, StreamedIndex>();
    this.#streamed.set(tx, ofTransaction.set(version.id, index));
    tx.log.warn({ version: version.id }, 'an index does not fit into INDEX_MEMORY_MB and is read past');
    return index;
  }

  async #openLoaded(tx: TxCtx, version: IndexVersionRow): Promise<SearchableIndex> {
    const entry = this.#entries.get(version.id) ?? this.#newEntry(version);
    this.#entries.delete(version.id);
    this.#entries.set(version.id, entry);
    while (!entry.index.isAt(version)) {
      const before = entry.following;
      await before;
      // Several may have waited for the same update. The first to resume starts the next one, and the others wait for that.
      if (entry.following === before && !entry.index.isAt(version)) {
        await this.#change(tx, version, entry, () => entry.index.follow(tx, version));
        break;
      }
    }
    if (entry.busy === 0 && entry.index.isOutdated(version))
      await this.#change(tx, version, entry, () => entry.index.takeNextMerge(tx, version));
    return entry.index;
  }

  #newEntry(version: IndexVersionRow): Entry {
    const index = new LoadedIndex(version, (bytes) => this.#makeRoom(version.id, bytes));
    return { index, following: Promise.resolve(), busy: 0 };
  }

  async #change(
    tx: TxCtx,
    version: IndexVersionRow,
    entry: Entry,
    change: () => Promise<void>,
  ): Promise<void> {
    entry.busy += 1;
    const mine = change();
    entry.following = mine.catch(() => undefined);
    try {
      await mine;
    } catch (error) {
      if (error instanceof NoRoom) await this.#giveUp(tx, version, entry);
      throw error;
    } finally {
      entry.busy -= 1;
    }
  }

  /** Evicts the least recently used indexes. Throws `NoRoom` when that is not enough. */
  #makeRoom(versionId: string, bytes: number): void {
    if (bytes > this.#largestBytes) throw new NoRoom('too large');
    let sum = this.bytes;
    for (const [id, { index, busy }] of this.#entries) {
      if (sum <= this.#budgetBytes) return;
      if (id === versionId || busy > 0) continue;
      this.#entries.delete(id);
      sum -= index.bytes;
    }
    if (sum > this.#budgetBytes) throw new NoRoom('others are being loaded');
  }

  async #giveUp(tx: TxCtx, { id, vectorStore }: IndexVersionRow, { index }: Entry): Promise<void> {
    this.#entries.delete(id);
    if (index.bytes <= this.#largestBytes) return;
    const stored = await liveSegments.countBytes(tx, id, { vectors: vectorStore === 'EMBEDDED' });
    this.#tooLarge.set(id, stored);
  }
}

export const indexCache = defineService({
  name: 'knowledge.index-cache',
  create: ({ config }) => new IndexCache(config.indexMemoryBytes),
  close: (cache) => cache.clear(),
});
