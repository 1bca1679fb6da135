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

type Version = Pick<IndexVersionRow, 'id' | 'revision' | 'segments'>;

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
  readonly #segments = new Set<string>();
  #revision = 0;

  get bytes(): number {
    return this.lexical.size.bytes + this.vectors.size.bytes;
  }

  isAt({ revision }: Version): boolean {
    return this.#revision >= revision;
  }

  /** Loads what went live since, and drops what is gone. */
  async follow(tx: TxCtx, version: Version): Promise<void> {
    const range = { since: this.#revision, until: version.revision };
    await this.#load(tx, await segmentRepository.listLiveSince(tx.db, version.id, range));
    if (this.#segments.size !== version.segments) await this.#compare(tx, version);
    this.#revision = Math.max(this.#revision, version.revision);
  }

  async #compare(tx: TxCtx, version: Version): Promise<void> {
    const live = await segmentRepository.listLiveSince(tx.db, version.id, {
      since: 0,
      until: version.revision,
    });
    const ids = new Set(live.map(({ id }) => id));
    for (const id of this.#segments) {
      if (ids.has(id)) continue;
      this.lexical.removeSegment(id);
      this.vectors.removeSegment(id);
      this.#segments.delete(id);
    }
    await this.#load(
      tx,
      live.filter(({ id }) => !this.#segments.has(id)),
    );
  }

  async #load(tx: TxCtx, segments: readonly SegmentFacts[]): Promise<void> {
    for (const batch of batchesOf(segments)) {
      for (const { id, kind, data } of await segmentRepository.readData(tx.db, batch)) {
        (kind === 'LEXICAL' ? this.lexical : this.vectors).addSegment(id, data);
        this.#segments.add(id);
      }
      await setImmediate();
    }
  }
}
