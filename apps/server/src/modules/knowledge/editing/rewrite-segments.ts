import {
  decodeLexicalSegment,
  decodeVectorSegment,
  encodeLexicalSegment,
  encodeVectorSegment,
  mergeSegments,
  mergeVectorSegments,
} from '@atelier/retrieval';
import type { TxCtx } from '../../../kernel/context.ts';
import { newId } from '../../../kernel/ids.ts';
import type { ChunkPlace } from '../repository/content.ts';
import { type LiveSegment, type NewSegment, segmentRepository } from '../repository/segments.ts';
import { orderProjection } from '../vector-store/project-document.ts';

export interface IndexedPassage {
  id: string;
  ordinal: number;
  text: string;
  heading: string | null;
  /** Undefined where the index has no vectors. */
  vector: Float32Array | undefined;
}

interface Rewrite {
  /** The passage whose segments are written anew. */
  at: string | undefined;
  /** Whether that passage goes out of them. */
  drops: boolean;
  /** What comes in. */
  adds: IndexedPassage | undefined;
}

type Kind = LiveSegment['kind'];

const idsOf = ({ kind, data }: LiveSegment): readonly string[] =>
  kind === 'LEXICAL'
    ? decodeLexicalSegment(data).documents.map(({ id }) => id)
    : decodeVectorSegment(data).ids;

const merge = { LEXICAL: mergeSegments, VECTOR: mergeVectorSegments };

const encode = (kind: Kind, { id, text, heading, vector }: IndexedPassage): Uint8Array | undefined => {
  if (kind === 'LEXICAL')
    return encodeLexicalSegment([{ id, text, ...(heading === null ? {} : { heading }) }]);
  return vector && encodeVectorSegment({ ids: [id], dims: vector.length, vectors: vector });
};

interface Held {
  segment: LiveSegment;
  ids: readonly string[];
}

/** What of a segment stays; undefined when nothing does. */
const restOf = (
  kind: Kind,
  { segment, ids }: Held,
  { at, drops }: Rewrite,
): { data: Uint8Array; docs: number } | undefined => {
  if (!drops) return { data: segment.data, docs: ids.length };
  const keep = (id: string) => id !== at;
  const docs = ids.filter(keep).length;
  return docs === 0 ? undefined : { data: merge[kind]([segment.data], { keep }), docs };
};

const lastOf = (old: Held | undefined, adds: IndexedPassage | undefined): number =>
  Math.max(old?.segment.lastOrdinal ?? 0, adds?.ordinal ?? 0);

/** One segment with what another held and what comes in; nothing is analysed or embedded again. Undefined when it is empty. */
const rewriteOne = (kind: Kind, old: Held | undefined, rewrite: Rewrite): NewSegment | undefined => {
  const rest = old && restOf(kind, old, rewrite);
  const added = rewrite.adds && encode(kind, rewrite.adds);
  const parts = [rest?.data, added].filter((part) => part !== undefined);
  const [first] = parts;
  if (!first) return undefined;
  return {
    id: newId('seg'),
    kind,
    docs: (rest?.docs ?? 0) + (added ? 1 : 0),
    lastOrdinal: lastOf(old, rewrite.adds),
    data: parts.length === 1 ? first : merge[kind](parts),
  };
};

/**
 * Lets the index follow a change of one passage: only the segments that hold it are written anew, from their own bytes.
 * Vectors of other passages are taken over as they are.
 */
export const rewriteSegments = async (tx: TxCtx, place: ChunkPlace, rewrite: Rewrite): Promise<void> => {
  const live = await segmentRepository.listLiveOf(tx.db, place);
  const holding = live
    .map((segment) => ({ segment, ids: idsOf(segment) }))
    .filter(({ ids }) => rewrite.at !== undefined && ids.includes(rewrite.at));
  const fresh = (['LEXICAL', 'VECTOR'] as const).flatMap(
    (kind) =>
      rewriteOne(
        kind,
        holding.find(({ segment }) => segment.kind === kind),
        rewrite,
      ) ?? [],
  );
  await segmentRepository.exchange(tx.db, place, { gone: holding.map(({ segment }) => segment.id), fresh });
  await orderProjection(tx, place);
};
