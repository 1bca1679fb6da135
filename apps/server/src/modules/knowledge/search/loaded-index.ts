import { setImmediate } from 'node:timers/promises';
import {
  createExactVectorIndex,
  createLexicalIndex,
  type LexicalIndex,
  type VectorIndex,
} from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context.ts';
import { type SegmentFacts, segmentRepository } from '../repository/segments.ts';
import type { IndexVersionRow } from '../tables.ts';
import type { SearchScope } from './search-scope.ts';

type Version = Pick<IndexVersionRow, 'id' | 'revision' | 'segments' | 'vectorStore'>;

/** Bytes of segments that one query brings, so that loading stays within bounded memory. */
const loadBytes = 4 * 1024 * 1024;

const batchesOf = (segments: readonly SegmentFacts[]): string[][] => {
  const batches: string[][] = [];
  let room = 0;
  for (const { id, bytes } of segments) {
    if (room < bytes) {
      batches.push([]);
      room = Math.max(bytes, loadBytes);
    }
    batches.at(-1)?.push(id);
    room -= bytes;
  }
  return batches;
};

/** One index version in memory, which follows the database by revisions. */
export class LoadedIndex {
  readonly lexical: LexicalIndex = createLexicalIndex();
  readonly vectors: VectorIndex = createExactVectorIndex();
  /** Live segments with the document that each belongs to. */
  readonly #segments = new Map<string, string>();
  readonly #documents = new Map<string, Set<string>>();
  /** Vectors that lie in an external store: they are brought here only when that store does not answer. */
  readonly #outside = new Map<string, SegmentFacts>();
  #bringing: Promise<void> | undefined;
  #revision = 0;

  get bytes(): number {
    return this.lexical.size.bytes + this.vectors.size.bytes;
  }

  isAt({ revision }: Version): boolean {
    return this.#revision >= revision;
  }

  /** Whether a document is published in this version. */
  hasDocument(importId: string): boolean {
    return this.#documents.has(importId);
  }

  /** The segments of the documents in scope; undefined when that is every one. */
  segmentsIn(scope: SearchScope): ReadonlySet<string> | undefined {
    if (scope.kind === 'ONLY') {
      return new Set([...scope.importIds].flatMap((id) => [...(this.#documents.get(id) ?? [])]));
    }
    const left = [...scope.importIds].filter((id) => this.#documents.has(id));
    if (left.length === 0) return undefined;
    const segments = new Set(this.#segments.keys());
    for (const importId of left) for (const id of this.#documents.get(importId) ?? []) segments.delete(id);
    return segments;
  }

  #note(id: string, importId: string): void {
    this.#segments.set(id, importId);
    const segments = this.#documents.get(importId);
    if (segments) segments.add(id);
    else this.#documents.set(importId, new Set([id]));
  }

  #drop(id: string): void {
    this.lexical.removeSegment(id);
    this.vectors.removeSegment(id);
    this.#outside.delete(id);
    const importId = this.#segments.get(id) ?? '';
    this.#segments.delete(id);
    const segments = this.#documents.get(importId);
    segments?.delete(id);
    if (segments?.size === 0) this.#documents.delete(importId);
  }

  /** Loads what went live since, and drops what is gone. */
  async follow(tx: TxCtx, version: Version): Promise<void> {
    const range = { since: this.#revision, until: version.revision };
    await this.#take(tx, version, await segmentRepository.listLiveSince(tx.db, version.id, range));
    if (this.#segments.size !== version.segments) await this.#compare(tx, version);
    this.#revision = Math.max(this.#revision, version.revision);
  }

  async #compare(tx: TxCtx, version: Version): Promise<void> {
    const live = await segmentRepository.listLiveSince(tx.db, version.id, {
      since: 0,
      until: version.revision,
    });
    const ids = new Set(live.map(({ id }) => id));
    for (const id of this.#segments.keys()) if (!ids.has(id)) this.#drop(id);
    await this.#take(
      tx,
      version,
      live.filter(({ id }) => !this.#segments.has(id)),
    );
  }

  /** Brings the vectors of an external store into memory, so that they can be searched here. */
  async bringVectors(tx: TxCtx): Promise<void> {
    while (this.#outside.size > 0) {
      // Several may want them at the same time; one brings them, the others wait.
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
      this.#note(segment.id, segment.importId);
    }
    await this.#load(
      tx,
      segments.filter((segment) => !isOutside(segment)),
    );
  }

  async #load(tx: TxCtx, segments: readonly SegmentFacts[]): Promise<void> {
    const documentOf = new Map(segments.map(({ id, importId }) => [id, importId]));
    for (const batch of batchesOf(segments)) {
      for (const { id, kind, data } of await segmentRepository.readData(tx.db, batch)) {
        (kind === 'LEXICAL' ? this.lexical : this.vectors).addSegment(id, data);
        this.#note(id, documentOf.get(id) ?? '');
      }
      await setImmediate();
    }
  }
}
