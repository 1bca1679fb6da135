import { encodeLexicalSegment, mergeSegments, readSegmentIds } from '@atelier/retrieval/lexical';
import { type DocumentNames, type NamedChunk, toLexicalDocument } from '@atelier/retrieval/naming';
import { type Language } from '@atelier/retrieval/text';
import { encodeVectorSegment, mergeVectorSegments, readVectorIds } from '@atelier/retrieval/vector';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { lockIndexVersion } from '../../bases/index.ts';
import { exchangeSegments } from '../live-segments.ts';
import { segmentReadingRepository } from '../repository/segment-reading.ts';
import { segmentRepository } from '../repository/segments.ts';
import { type IndexedDocumentKey, type LiveSegment, type NewSegment } from '../tables.ts';
import { orderProjection } from '../vector-store/order-projection.ts';
import { orderMerge } from './choose-merge.ts';

export interface IndexedChunk extends NamedChunk {
  ordinal: number;
  /** The names of its document in the chunk. */
  names: DocumentNames | null;
  /** Undefined when the index has no vectors. */
  vector: Float32Array | undefined;
}

interface Rewrite {
  /** The chunk whose segments are rewritten. */
  at: string | undefined;
  /** True when the chunk is removed from its segments. */
  drops: boolean;
  /** The chunk to add. */
  adds: IndexedChunk | undefined;
}

type Kind = LiveSegment['kind'];

const merge = { LEXICAL: mergeSegments, VECTOR: mergeVectorSegments };

const encode = (kind: Kind, chunk: IndexedChunk, language: Language): Uint8Array | undefined => {
  const { id, vector, names } = chunk;
  if (kind === 'LEXICAL') return encodeLexicalSegment([toLexicalDocument(chunk, names)], { language });
  return vector && encodeVectorSegment({ ids: [id], dims: vector.length, vectors: vector });
};

interface Held {
  segment: LiveSegment;
  ids: readonly string[];
  /** The bytes that hold these chunks. If the segment was merged, they hold other chunks too. */
  source: Uint8Array;
}

const readIds = ({ kind }: LiveSegment, source: Uint8Array): readonly string[] =>
  kind === 'LEXICAL' ? readSegmentIds(source) : readVectorIds(source);

/** Reads the contents of a document's segments. Each merged segment is read once. */
const readHeld = async (tx: TxCtx, live: readonly LiveSegment[]): Promise<Held[]> => {
  const held: Held[] = [];
  for (const [mergedInto, segments] of Map.groupBy(live, (segment) => segment.mergedInto)) {
    if (mergedInto === null) {
      held.push(
        ...segments.map((segment) => ({
          segment,
          ids: readIds(segment, segment.data),
          source: segment.data,
        })),
      );
      continue;
    }
    const source = (await segmentReadingRepository.readMerged(tx.db, mergedInto))?.data ?? Buffer.alloc(0);
    const [first] = segments;
    const all = first ? readIds(first, source) : [];
    for (const segment of segments)
      held.push({ segment, ids: all.slice(segment.mergedAt, segment.mergedAt + segment.docs), source });
  }
  return held;
};

/** Returns the rest of a segment; undefined when it is empty. */
const removeChunk = (
  kind: Kind,
  { segment, ids, source }: Held,
  { at, drops }: Rewrite,
): { data: Uint8Array; docs: number } | undefined => {
  if (!drops && segment.mergedInto === null) return { data: source, docs: ids.length };
  const kept = new Set(drops ? ids.filter((id) => id !== at) : ids);
  if (kept.size === 0) return undefined;
  return { data: merge[kind]([source], { keep: (id) => kept.has(id) }), docs: kept.size };
};

const findLastOrdinal = (old: Held | undefined, { adds }: Rewrite): number =>
  Math.max(old?.segment.lastOrdinal ?? 0, adds?.ordinal ?? 0);

/**
 * Builds one segment from the rest of an old one and the added chunk. The rest is not analysed or embedded again. Returns
 * undefined when the segment would be empty.
 */
const rewriteOne = (
  kind: Kind,
  { old, language }: { old: Held | undefined; language: Language },
  rewrite: Rewrite,
): NewSegment | undefined => {
  const rest = old && removeChunk(kind, old, rewrite);
  const added = rewrite.adds && encode(kind, rewrite.adds, language);
  const parts = [rest?.data, added].filter((part) => part !== undefined);
  const [first] = parts;
  if (!first) return undefined;
  return {
    id: newId('seg'),
    kind,
    docs: (rest?.docs ?? 0) + (added ? 1 : 0),
    lastOrdinal: findLastOrdinal(old, rewrite),
    data: parts.length === 1 ? first : merge[kind](parts),
  };
};

/**
 * Updates the index after a change of one chunk. Only the segments that hold the chunk are rewritten, from their own bytes;
 * the vectors of other chunks are kept.
 */
export const rewriteSegments = async (
  tx: TxCtx,
  { key, index: { language } }: { key: IndexedDocumentKey; index: Pick<IndexVersionRow, 'language'> },
  rewrite: Rewrite,
): Promise<void> => {
  // The lock keeps a merge from moving the segments in between.
  await lockIndexVersion(tx, key.indexVersionId);
  const { at } = rewrite;
  const live = at === undefined ? [] : await segmentRepository.listLive(tx.db, key);
  const holding = (await readHeld(tx, live)).filter(({ ids }) => at !== undefined && ids.includes(at));
  const fresh = (['LEXICAL', 'VECTOR'] as const).flatMap(
    (kind) =>
      rewriteOne(kind, { old: holding.find(({ segment }) => segment.kind === kind), language }, rewrite) ??
      [],
  );
  await exchangeSegments(tx, key, { gone: holding.map(({ segment }) => segment.id), fresh });
  await orderMerge(tx, key.indexVersionId);
  await orderProjection(tx, key);
};
