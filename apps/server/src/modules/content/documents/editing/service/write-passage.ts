import type { Chunk } from '@atelier/contracts/content/bases/import-shapes';
import { countTokens } from '@atelier/documents';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { ChunkRow, ImportRow, IndexVersionRow } from '../../../bases/index.ts';
import {
  getImportRow,
  getKnowledgeBaseRow,
  knowledgeBaseRepository,
  knowledgeTopic,
  presentChunk,
} from '../../../bases/index.ts';
import { followChanges, orderPassageRemoval, segmentRepository } from '../../../indexing/index.ts';
import { embedTexts } from '../../../models/index.ts';
import { hashOf } from '../../writing/document-writer.ts';
import { textOf } from '../../writing/embed-chunks.ts';
import { checkEditable, lockEditable } from '../lock-editable.ts';
import { passageRepository } from '../passage-repository.ts';
import { rewriteSegments } from '../rewrite-segments.ts';

/** A document as it is shown, in the index that answers. */
interface Ground {
  row: ImportRow;
  index: IndexVersionRow;
  place: { importId: string; indexVersionId: string; documentVersion: number };
}

const groundOf = (row: ImportRow, index: IndexVersionRow): Ground => ({
  row,
  index,
  place: { importId: row.id, indexVersionId: index.id, documentVersion: row.shownVersion },
});

const readGround = async (tx: TxCtx, importId: string): Promise<Ground> => {
  const found = await getImportRow(tx, importId);
  checkEditable(found);
  const { index } = await getKnowledgeBaseRow(tx, found.import.knowledgeBaseId);
  return groundOf(found.import, index);
};

/** Locks index version, then document: the order of every import. Throws `documents.changed` when either is another one now. */
const lockGround = async (tx: TxCtx, { row, index }: Ground): Promise<Ground> => {
  await segmentRepository.lock(tx.db, index.id);
  const { import: now } = await lockEditable(tx, row.id);
  const base = await knowledgeBaseRepository.find(tx.db, row.knowledgeBaseId);
  if (!base || base.index.id !== index.id || now.shownVersion !== row.shownVersion)
    return fail('documents.changed');
  return groundOf(now, base.index);
};

/** A passage that is shown; another index version's or an earlier text's counts as gone. Throws `documents.passage_not_found`. */
const getPassage = async (tx: TxCtx, chunkId: string): Promise<ChunkRow & { ground: Ground }> => {
  const chunk = (await passageRepository.find(tx.db, chunkId)) ?? fail('documents.passage_not_found');
  const ground = await readGround(tx, chunk.importId);
  const { indexVersionId, documentVersion } = ground.place;
  if (chunk.indexVersionId !== indexVersionId || chunk.documentVersion !== documentVersion)
    fail('documents.passage_not_found');
  return { ...chunk, ground };
};

interface Wording {
  text: string;
  heading: string | null;
}

/** The vector of one passage, before any transaction; undefined where the index is searched by words. */
const embedPassage = async (ctx: Ctx, { row, index }: Ground, wording: Wording) => {
  if (index.embeddingModelId === null) return undefined;
  const { vectors } = await embedTexts(ctx, {
    modelId: index.embeddingModelId,
    texts: [textOf(wording)],
    reference: `passage of ${row.id}`,
    knowledgeBaseId: row.knowledgeBaseId,
  });
  return vectors[0];
};

const fitDimensions = async (tx: TxCtx, index: IndexVersionRow, vector: Float32Array | undefined) => {
  if (!vector) return;
  if (index.dimensions === null) await segmentRepository.setDimensions(tx.db, index.id, vector.length);
  else if (index.dimensions !== vector.length) throw new AppError('knowledge.dimensions_changed');
};

const measured = ({ text, heading }: Wording) => ({
  text,
  heading,
  tokens: countTokens(text),
  contentHash: hashOf({ text, ...(heading === null ? {} : { heading }) }),
  edited: true,
});

const finish = async (tx: TxCtx, { row, place }: Ground, action: string, chunkId: string): Promise<void> => {
  await passageRepository.recount(tx.db, place);
  await knowledgeBaseRepository.touch(tx.db, row.knowledgeBaseId);
  await followChanges(tx, row.knowledgeBaseId);
  await tx.audit(`knowledge.passage_${action}`, row.id, { name: row.name, chunkId });
  await tx.signal(knowledgeTopic(row.knowledgeBaseId), row.id);
};

const getOne = async (tx: TxCtx, id: string): Promise<Chunk> =>
  presentChunk((await passageRepository.find(tx.db, id)) ?? fail('documents.passage_not_found'));

interface PassageEdit {
  chunkId: string;
  text: string;
  heading?: string | null | undefined;
  was?: string | undefined;
}

/**
 * Rewrites a passage at its place. Throws `documents.passage_not_found`, `documents.busy`, `documents.changed`, and the
 * failures of the embedding model.
 */
export const editPassage = async (ctx: Ctx, { chunkId, text, heading, was }: PassageEdit): Promise<Chunk> => {
  const before = await ctx.tx((tx) => getPassage(tx, chunkId));
  if (was !== undefined && was !== before.text) fail('documents.changed');
  const wording = { text, heading: heading === undefined ? before.heading : heading || null };
  const vector = await embedPassage(ctx, before.ground, wording);
  return ctx.tx(async (tx) => {
    const ground = await lockGround(tx, before.ground);
    const now = await passageRepository.find(tx.db, chunkId);
    if (!now || now.contentHash !== before.contentHash) return fail('documents.changed');
    await fitDimensions(tx, ground.index, vector);
    await passageRepository.update(tx.db, chunkId, measured(wording));
    const adds = { id: chunkId, ordinal: now.ordinal, vector, ...wording };
    await rewriteSegments(tx, ground, {
      at: chunkId,
      drops: true,
      adds,
    });
    await finish(tx, ground, 'edited', chunkId);
    return getOne(tx, chunkId);
  });
};

interface PassageAddition extends Wording {
  importId: string;
  afterChunkId: string | undefined;
}

const findNeighbour = async (tx: TxCtx, { place }: Ground, afterChunkId: string | undefined) => {
  if (afterChunkId === undefined) return passageRepository.findLast(tx.db, place);
  const found = await passageRepository.find(tx.db, afterChunkId);
  const { importId, indexVersionId, documentVersion } = place;
  const isHere =
    found?.importId === importId &&
    found.indexVersionId === indexVersionId &&
    found.documentVersion === documentVersion;
  return isHere ? found : fail('documents.passage_not_found');
};

/** Where a passage stands that follows another one. */
const endOf = (neighbour: ChunkRow | undefined) => ({
  page: neighbour?.pageEnd ?? neighbour?.page ?? null,
  pageEnd: null,
  second: neighbour?.secondEnd ?? neighbour?.second ?? null,
  secondEnd: null,
});

/**
 * Writes a passage into a document, after another one or as the last. Throws `knowledge.import_not_found`,
 * `documents.passage_not_found`, `documents.busy`, `documents.changed`, and the failures of the embedding model.
 */
export const addPassage = async (
  ctx: Ctx,
  { importId, text, heading, afterChunkId }: PassageAddition,
): Promise<Chunk> => {
  const before = await ctx.tx((tx) => readGround(tx, importId));
  const wording = { text, heading: heading || null };
  const vector = await embedPassage(ctx, before, wording);
  return ctx.tx(async (tx) => {
    const ground = await lockGround(tx, before);
    const neighbour = await findNeighbour(tx, ground, afterChunkId);
    await fitDimensions(tx, ground.index, vector);
    const id = newId('chk');
    const ordinal = (neighbour?.ordinal ?? -1) + 1;
    // It has no text of the document, so it lies between two passages.
    const at = neighbour?.endOffset ?? 0;
    await passageRepository.makeRoom(tx.db, ground.place, ordinal);
    await passageRepository.insert(tx.db, {
      id,
      ...ground.place,
      ordinal,
      ...endOf(neighbour),
      ...measured(wording),
      startOffset: at,
      endOffset: at,
    });
    const adds = { id, ordinal, vector, ...wording };
    await rewriteSegments(tx, ground, {
      at: neighbour?.id,
      drops: false,
      adds,
    });
    await finish(tx, ground, 'added', id);
    return getOne(tx, id);
  });
};

/** Takes a passage out of a document and its index. Throws `documents.passage_not_found`, `documents.busy` and `documents.changed`. */
export const removePassage = (ctx: Ctx, chunkId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const before = await getPassage(tx, chunkId);
    const ground = await lockGround(tx, before.ground);
    if (!(await passageRepository.find(tx.db, chunkId))) fail('documents.passage_not_found');
    await passageRepository.remove(tx.db, chunkId);
    await rewriteSegments(tx, ground, {
      at: chunkId,
      drops: true,
      adds: undefined,
    });
    await orderPassageRemoval(tx, [{ ...ground.place, id: chunkId }]);
    await finish(tx, ground, 'removed', chunkId);
  });
