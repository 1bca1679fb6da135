import type { Chunk } from '@atelier/contracts/content/bases/import-shapes';
import { countTokens } from '@atelier/documents/chunking';
import { toEmbeddedText } from '@atelier/retrieval/naming';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { type IndexVersionRow, knowledgeTopic } from '../../../bases/declarations.ts';
import {
  findKnowledgeBaseRow,
  getKnowledgeBaseRow,
  lockIndexVersion,
  touchKnowledgeBase,
  updateIndexVersion,
} from '../../../bases/index.ts';
import { activeIndex, rewriteSegments, vectorStore } from '../../../indexing/index.ts';
import { embedTextsUnpaid } from '../../../models/index.ts';
import { presentChunk } from '../../present.ts';
import { chunkRepository } from '../../repository/chunks.ts';
import { importRepository } from '../../repository/imports.ts';
import { getImportRow } from '../../service/read-imports.ts';
import { checkEditable, lockEditable } from '../../service/retry-import.ts';
import { type ChunkRow, type ImportRow } from '../../tables.ts';
import { hashChunk } from '../../writing/document-writer.ts';
import { embeddedTitle, readNames } from '../../writing/names-in.ts';

/** The shown version of a document, in the active index version. */
interface EditTarget {
  row: ImportRow;
  index: IndexVersionRow;
  key: { importId: string; indexVersionId: string; documentVersion: number };
}

const toEditTarget = (row: ImportRow, index: IndexVersionRow): EditTarget => ({
  row,
  index,
  key: { importId: row.id, indexVersionId: index.id, documentVersion: row.shownVersion },
});

const readEditTarget = async (tx: TxCtx, importId: string): Promise<EditTarget> => {
  const found = await getImportRow(tx, importId);
  checkEditable(found);
  const { index } = await getKnowledgeBaseRow(tx, found.import.knowledgeBaseId);
  return toEditTarget(found.import, index);
};

/**
 * Locks the index version, then the document, as every import does. Throws `documents.changed` when either has been
 * replaced meanwhile.
 */
const lockEditTarget = async (tx: TxCtx, { row, index }: EditTarget): Promise<EditTarget> => {
  await lockIndexVersion(tx, index.id);
  const { import: now } = await lockEditable(tx, row.id);
  const base = await findKnowledgeBaseRow(tx, row.knowledgeBaseId);
  if (!base || base.index.id !== index.id || now.shownVersion !== row.shownVersion)
    return fail('documents.changed');
  return toEditTarget(now, base.index);
};

/**
 * Returns a chunk of the shown version in the active index version. Throws `documents.chunk_not_found` for any other chunk.
 */
const getChunk = async (tx: TxCtx, chunkId: string): Promise<ChunkRow & { target: EditTarget }> => {
  const chunk = (await chunkRepository.find(tx.db, chunkId)) ?? fail('documents.chunk_not_found');
  const target = await readEditTarget(tx, chunk.importId);
  const { indexVersionId, documentVersion } = target.key;
  if (chunk.indexVersionId !== indexVersionId || chunk.documentVersion !== documentVersion)
    fail('documents.chunk_not_found');
  return { ...chunk, target };
};

interface Wording {
  text: string;
  heading: string | null;
}

/** Returns the vector of one chunk, outside any transaction; undefined when the index has no embedding model. */
const embedChunk = async (ctx: Ctx, { row, index }: EditTarget, wording: Wording) => {
  if (index.embeddingModelId === null) return undefined;
  const { vectors, charge } = await embedTextsUnpaid(ctx, {
    modelId: index.embeddingModelId,
    texts: [toEmbeddedText(wording, embeddedTitle(index, row.name))],
    reference: `chunk of ${row.id}`,
    knowledgeBaseId: row.knowledgeBaseId,
  });
  await charge(ctx);
  return vectors[0];
};

const readTargetNames = (tx: TxCtx, { row: { name }, key, index }: EditTarget) =>
  readNames(tx, index, { key, name });

const fitDimensions = async (tx: TxCtx, index: IndexVersionRow, vector: Float32Array | undefined) => {
  if (!vector) return;
  if (index.dimensions === null) await updateIndexVersion(tx, index.id, { dimensions: vector.length });
  else if (index.dimensions !== vector.length) throw new AppError('knowledge.dimensions_changed');
};

const measured = ({ text, heading }: Wording) => ({
  text,
  heading,
  tokens: countTokens(text),
  contentHash: hashChunk({ text, ...(heading === null ? {} : { heading }) }),
  edited: true,
});

const finish = async (
  tx: TxCtx,
  { row, key }: EditTarget,
  action: string,
  chunkId: string,
): Promise<void> => {
  const chunkCount = await chunkRepository.count(tx.db, key);
  await importRepository.update(tx.db, key.importId, { chunkCount });
  await touchKnowledgeBase(tx, row.knowledgeBaseId);
  await activeIndex.followChanges(tx, row.knowledgeBaseId);
  await tx.audit(`knowledge.chunk_${action}`, row.id, { name: row.name, chunkId });
  await tx.signal(knowledgeTopic(row.knowledgeBaseId), row.id);
};

const getOne = async (tx: TxCtx, id: string): Promise<Chunk> =>
  presentChunk((await chunkRepository.find(tx.db, id)) ?? fail('documents.chunk_not_found'));

interface ChunkEdit {
  chunkId: string;
  text: string;
  heading?: string | null | undefined;
  was?: string | undefined;
}

/**
 * Changes the text of a chunk, which keeps its position. Throws `documents.chunk_not_found`, `documents.busy`,
 * `documents.changed`, and the failures of the embedding model.
 */
export const editChunk = async (ctx: Ctx, { chunkId, text, heading, was }: ChunkEdit): Promise<Chunk> => {
  const before = await ctx.tx((tx) => getChunk(tx, chunkId));
  if (was !== undefined && was !== before.text) fail('documents.changed');
  const wording = { text, heading: heading === undefined ? before.heading : heading || null };
  const vector = await embedChunk(ctx, before.target, wording);
  return ctx.tx(async (tx) => {
    const target = await lockEditTarget(tx, before.target);
    const now = await chunkRepository.find(tx.db, chunkId);
    if (!now || now.contentHash !== before.contentHash) return fail('documents.changed');
    await fitDimensions(tx, target.index, vector);
    await chunkRepository.update(tx.db, chunkId, measured(wording));
    const { ordinal } = now;
    const names = await readTargetNames(tx, target);
    const adds = { id: chunkId, ordinal, vector, names, ...wording };
    await rewriteSegments(tx, target, {
      at: chunkId,
      drops: true,
      adds,
    });
    await finish(tx, target, 'edited', chunkId);
    return getOne(tx, chunkId);
  });
};

interface ChunkAddition extends Wording {
  importId: string;
  afterChunkId: string | undefined;
}

const findNeighbour = async (tx: TxCtx, { key }: EditTarget, afterChunkId: string | undefined) => {
  if (afterChunkId === undefined) return chunkRepository.findLast(tx.db, key);
  const found = await chunkRepository.find(tx.db, afterChunkId);
  const { importId, indexVersionId, documentVersion } = key;
  const isHere =
    found?.importId === importId &&
    found.indexVersionId === indexVersionId &&
    found.documentVersion === documentVersion;
  return isHere ? found : fail('documents.chunk_not_found');
};

/** Returns the position of a new chunk that follows another one. */
const findEndPosition = (neighbour: ChunkRow | undefined) => ({
  page: neighbour?.pageEnd ?? neighbour?.page ?? null,
  pageEnd: null,
  second: neighbour?.secondEnd ?? neighbour?.second ?? null,
  secondEnd: null,
});

/**
 * Adds a chunk to a document, after another chunk or at the end. Throws `knowledge.import_not_found`,
 * `documents.chunk_not_found`, `documents.busy`, `documents.changed`, and the failures of the embedding model.
 */
export const addChunk = async (
  ctx: Ctx,
  { importId, text, heading, afterChunkId }: ChunkAddition,
): Promise<Chunk> => {
  const before = await ctx.tx((tx) => readEditTarget(tx, importId));
  const wording = { text, heading: heading || null };
  const vector = await embedChunk(ctx, before, wording);
  return ctx.tx(async (tx) => {
    const target = await lockEditTarget(tx, before);
    const neighbour = await findNeighbour(tx, target, afterChunkId);
    await fitDimensions(tx, target.index, vector);
    const id = newId('chk');
    const ordinal = (neighbour?.ordinal ?? -1) + 1;
    // The chunk has no text of the document, so its span is empty and between two chunks.
    const at = neighbour?.endOffset ?? 0;
    await chunkRepository.makeRoom(tx.db, target.key, ordinal);
    await chunkRepository.insert(tx.db, {
      id,
      ...target.key,
      ordinal,
      ...findEndPosition(neighbour),
      ...measured(wording),
      startOffset: at,
      endOffset: at,
    });
    const names = await readTargetNames(tx, target);
    const adds = { id, ordinal, vector, names, ...wording };
    await rewriteSegments(tx, target, {
      at: neighbour?.id,
      drops: false,
      adds,
    });
    await finish(tx, target, 'added', id);
    return getOne(tx, id);
  });
};

/**
 * Removes a chunk from a document and its index. Throws `documents.chunk_not_found`, `documents.busy` and
 * `documents.changed`.
 */
export const removeChunk = (ctx: Ctx, chunkId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const before = await getChunk(tx, chunkId);
    const target = await lockEditTarget(tx, before.target);
    if (!(await chunkRepository.find(tx.db, chunkId))) fail('documents.chunk_not_found');
    await chunkRepository.remove(tx.db, chunkId);
    await rewriteSegments(tx, target, {
      at: chunkId,
      drops: true,
      adds: undefined,
    });
    await vectorStore.orderChunkRemoval(tx, [{ ...target.key, id: chunkId }]);
    await finish(tx, target, 'removed', chunkId);
  });
