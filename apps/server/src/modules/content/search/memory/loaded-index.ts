import {
  createLexicalIndex,
  type LexicalHit,
  type LexicalIndex,
  type LexicalQuery,
  type SegmentPart,
} from '@atelier/retrieval/lexical';
import {
  createExactVectorIndex,
  type VectorHit,
  type VectorIndex,
  type VectorQuery,
} from '@atelier/retrieval/vector';
import { createBreather } from '../../../../kernel/compute/breather.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import type { SegmentFacts } from '../../indexing/declarations.ts';
import { liveSegments } from '../../indexing/index.ts';
import { readSegments } from './read-segments.ts';
import { type SearchScope, SegmentDirectory } from './segment-directory.ts';

export type Version = Pick<
  IndexVersionRow,
  'id' | 'language' | 'revision' | 'segments' | 'merges' | 'vectorStore'
>;

/** One index version that can be searched, loaded into memory or streamed from the database. */
export interface SearchableIndex {
  /** Returns whether a document is published in this version. */
  hasDocument(importId: string): boolean;
  /** Returns the segments of the documents in scope; undefined stands for all segments. */
  segmentsIn(scope: SearchScope): ReadonlySet<string> | undefined;
  /** Makes vectors of an external store available here, because the store did not answer. */
  bringVectors(tx: TxCtx): Promise<void>;
  findWords(query: LexicalQuery): Promise<LexicalHit[]>;
  findVectors(query: VectorQuery): Promise<VectorHit[]>;
}

/** An index of more parts than this is loaded again once its segments have been merged. */
const manyPieces = 128;

/** One index version in memory, which is updated from the database by revision. */
export class LoadedIndex implements SearchableIndex {
  readonly #lexical: LexicalIndex;
  readonly #vectors: VectorIndex = createExactVectorIndex();
  readonly #directory = new SegmentDirectory();
  /** The merged segments that are loaded as they are stored. */
  readonly #merged = new Set<string>();
  /** The vector segments of an external store. They are loaded only when that store does not answer. */
  readonly #outside = new Map<string, SegmentFacts>();
  /** Called with the bytes of the index after each growth. Throws when the index has become too large. */
  readonly #onGrown: (bytes: number) => void;
  #bringing: Promise<void> | undefined;
  #revision = 0;
  #merges = 0;

  constructor({ language }: Pick<Version, 'language'>, onGrown: (bytes: number) => void = () => undefined) {
    this.#lexical = createLexicalIndex({ language });
    this.#onGrown = onGrown;
  }

  get bytes(): number {
    return this.#lexical.size.bytes + this.#vectors.size.bytes;
  }

  isAt({ revision }: Version): boolean {
    return this.#revision >= revision;
  }

  /** Returns whether the lexical index consists of many parts that have been merged in the database since. */
  isOutdated({ merges }: Version): boolean {
    return this.#merges < merges && this.#lexical.size.pieces > manyPieces;
  }

  hasDocument(importId: string): boolean {
    return this.#directory.hasDocument(importId);
  }

  segmentsIn(scope: SearchScope): ReadonlySet<string> | undefined {
    return this.#directory.inScope(scope);
  }

  findWords = async (query: LexicalQuery): Promise<LexicalHit[]> => this.#lexical.search(query);

  findVectors = async (query: VectorQuery): Promise<VectorHit[]> => this.#vectors.search(query);

  #drop(id: string): void {
    this.#lexical.removeSegment(id);
    this.#vectors.removeSegment(id);
    this.#outside.delete(id);
    this.#directory.drop(id);
  }

  /** Loads the segments that were published since the last update, and drops those that were removed. */
  async follow(tx: TxCtx, version: Version): Promise<void> {
    const range = { since: this.#revision, until: version.revision };
    await this.#take(tx, version, await liveSegments.listSince(tx, version.id, range));
    if (this.#directory.size !== version.segments) await this.#compare(tx, version);
    this.#revision = Math.max(this.#revision, version.revision);
  }

  /** Loads one merged segment in place of its parts. Only one per call, so that a search does not wait for more. */
  async takeNextMerge(tx: TxCtx, version: Version): Promise<void> {
    const ids = await liveSegments.listMergedIds(tx, version.id);
    const missing = ids.find((id) => !this.#merged.has(id));
    if (missing === undefined) this.#merges = Math.max(this.#merges, version.merges);
    else await this.#takeMerged(tx, missing);
  }

  async #takeMerged(tx: TxCtx, id: string): Promise<void> {
    this.#merged.add(id);
    const merged = await liveSegments.readMerged(tx, id);
    const parts = merged?.parts.filter((part) => this.#directory.has(part.id)) ?? [];
    if (merged && parts.length > 0) await this.#addWords(merged.data, parts);
  }

  /** Other requests are answered between the steps. */
  async #addWords(data: Uint8Array, parts: readonly SegmentPart[]): Promise<void> {
    const breathe = createBreather();
    const steps = this.#lexical.addInSteps(data, parts);
    while (!steps.next().done) await breathe();
  }

  async #compare(tx: TxCtx, version: Version): Promise<void> {
    const live = await liveSegments.listSince(tx, version.id, {
      since: 0,
      until: version.revision,
    });
    const ids = new Set(live.map(({ id }) => id));
    for (const id of [...this.#directory.ids()]) if (!ids.has(id)) this.#drop(id);
    await this.#take(
      tx,
      version,
      live.filter(({ id }) => !this.#directory.has(id)),
    );
  }

  async bringVectors(tx: TxCtx): Promise<void> {
    while (this.#outside.size > 0) {
      // Simultaneous searches share one load.
      const others = this.#bringing;
      this.#bringing ??= this.#bringOutside(tx).finally(() => {
        this.#bringing = undefined;
      });
      await (others ? others.catch(() => undefined) : this.#bringing);
    }
  }

  async #bringOutside(tx: TxCtx): Promise<void> {
    const segments = [...this.#outside.values()];
    await this.#load(tx, segments);
    for (const { id } of segments) this.#outside.delete(id);
  }

  async #take(tx: TxCtx, { vectorStore }: Version, segments: readonly SegmentFacts[]): Promise<void> {
    const isOutside = ({ kind }: SegmentFacts) => kind === 'VECTOR' && vectorStore !== 'EMBEDDED';
    for (const segment of segments.filter(isOutside)) {
      this.#outside.set(segment.id, segment);
      this.#directory.note(segment.id, segment.importId);
    }
    await this.#load(
      tx,
      segments.filter((segment) => !isOutside(segment)),
    );
  }

  /**
   * Loads segments. If a merged segment also holds segments that are loaded already, those are taken from it too, so that
   * their parts become one.
   */
  async #load(tx: TxCtx, segments: readonly SegmentFacts[]): Promise<void> {
    const documentOf = new Map(segments.map(({ id, importId }) => [id, importId]));
    const isWanted = (id: string) => documentOf.has(id) || this.#directory.has(id);
    for await (const { kind, data, parts, mergedInto } of readSegments(tx, segments, isWanted)) {
      if (kind === 'LEXICAL') await this.#addWords(data, parts);
      else this.#vectors.addMerged(data, parts);
      for (const { id } of parts)
        if (!this.#directory.has(id)) this.#directory.note(id, documentOf.get(id) ?? '');
      if (mergedInto !== undefined && kind === 'LEXICAL') this.#merged.add(mergedInto);
      this.#onGrown(this.bytes);
    }
  }
}
