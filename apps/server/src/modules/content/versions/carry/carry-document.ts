import { toEmbeddedText } from '@atelier/retrieval/naming';
import { decodeVectorSegment } from '@atelier/retrieval/vector';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion, listIndexVersionRows, updateIndexVersion } from '../../bases/index.ts';
import type { ChunkRow } from '../../documents/declarations.ts';
import { chunkWriting, holdImport, joinSections, versionChunks } from '../../documents/index.ts';
import { orderMerge } from '../../indexing/declarations.ts';
import {
  activeIndex,
  publishSegments,
  readVectors,
  readWaitingVectors,
  removeWaitingSegments,
  vectorStore,
  withdrawDocuments,
} from '../../indexing/index.ts';
import { embedTextsUnpaid, quote } from '../../models/index.ts';
import { versionContentRepository } from '../repository.ts';
import { type CarriedChunk, carryHandwritten } from './carry-handwritten.ts';
import {
  type CarriedDocument,
  type Carry,
  readCarriedDocument,
  rechunkDocument,
} from './rechunk-document.ts';

/**
 * Returns the vectors that a version's model has already made for a document in the same format, by content hash.
 */
const readKnownVectors = async (
  tx: TxCtx,
  {
    embeddingModelId,
    format,
    knowledgeBaseId,
  }: Pick<IndexVersionRow, 'embeddingModelId' | 'format' | 'knowledgeBaseId'>,
  importId: string,
): Promise<Map<string, Float32Array>> => {
  const known = new Map<string, Float32Array>();
  if (embeddingModelId === null) return known;
  const hashes = await versionChunks.listHashes(tx, importId);
  const versions = await listIndexVersionRows(tx, knowledgeBaseId);
  const alike = versions.filter(
    (version) => version.embeddingModelId === embeddingModelId && version.format === format,
  );
  const made = await readVectors(
    tx,
    importId,
    alike.map(({ id }) => id),
  );
  for (const data of made) {
    const { ids, dims, vectors } = decodeVectorSegment(data);
    ids.forEach((id, row) => {
      const hash = hashes.get(id);
      if (hash !== undefined) known.set(hash, vectors.slice(row * dims, (row + 1) * dims));
    });
  }
  return known;
};

const batchSize = 64;

const splitBatches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, at) =>
    rows.slice(at * batchSize, (at + 1) * batchSize),
  );

const clear = async (tx: TxCtx, { version, importId }: Carry): Promise<void> => {
  const withdrawn = await withdrawDocuments(tx, version.id, [importId]);
  if (withdrawn > 0) await orderMerge(tx, version.id);
  await removeWaitingSegments(tx, { importId, indexVersionId: version.id });
  await versionChunks.remove(tx, version.id, importId);
};

/** Removes from this version a document that is not published in the active one. */
const drop = (run: RunContext, carry: Carry): Promise<void> =>
  run.write(async (tx) => {
    await clear(tx, carry);
    const key = { versionId: carry.version.id, importId: carry.importId };
    await versionContentRepository.writeStamps(tx.db, key, { stamp: '', cutStamp: '' });
  });

const nowhere = { page: null, second: null };

const positionsIn = (sections: CarriedDocument['sections']) => (offset: number) =>
  sections.findLast(({ startOffset }) => startOffset <= offset) ?? nowhere;

/** Stores the chunks, with the vectors of those that were embedded before. A document that was deleted meanwhile gets none. */
const store = async (
  tx: TxCtx,
  { key, name }: CarriedDocument,
  { carry, chunks }: { carry: Carry; chunks: readonly CarriedChunk[] },
): Promise<void> => {
  if (!(await holdImport(tx, carry.importId))) return;
  const known = await readKnownVectors(tx, carry.version, carry.importId);
  await clear(tx, carry);
  const names = await chunkWriting.readNames(tx, carry.version, { key, name });
  for (const rows of splitBatches(chunks)) {
    await chunkWriting.storeChunks(tx, key, { rows, index: carry.version, names });
    const embedded = rows.filter(({ contentHash }) => known.has(contentHash));
    const vectors = embedded.flatMap(({ contentHash }) => known.get(contentHash) ?? []);
    await chunkWriting.storeVectors(tx, key, { rows: embedded, vectors });
  }
  const edited = chunks.flatMap((chunk) => (chunk.edited ? chunk.id : []));
  await versionChunks.markEdited(tx, edited);
  await versionContentRepository.writeStamps(
    tx.db,
    { versionId: carry.version.id, importId: carry.importId },
    { stamp: '', cutStamp: carry.wanted },
  );
};

const rechunk = async (run: RunContext, carry: Carry, carried: CarriedDocument): Promise<void> => {
  const { file, sections, old } = carried;
  const fresh = await rechunkDocument(run, { file, stored: sections }, carry.version.chunking);
  const chunks = carryHandwritten(fresh.map(chunkWriting.rowOf), {
    text: joinSections(sections),
    old,
    positionAt: positionsIn(sections),
  });
  await run.write((tx) => store(tx, carried, { carry, chunks }));
};

/** Checks the version's credit limit and returns the cost of embedding. Throws `index_versions.limit_reached`. */
const spend = async (run: RunContext, { version }: Carry, tokens: number): Promise<number> => {
  const credits = await quote.embedding(run.ctx, version.embeddingModelId ?? '', tokens);
  const now = await run.write((tx) => findIndexVersion(tx, version.id));
  if (!now) return fail('index_versions.not_found');
  if (now.creditLimit !== null && now.spentCredits + credits > now.creditLimit)
    fail('index_versions.limit_reached');
  return credits;
};

/** Embeds one batch. It is stored in the transaction that charges for it. */
const embedBatch = async (
  run: RunContext,
  carry: Carry,
  { key, name, rows }: Pick<CarriedDocument, 'key' | 'name'> & { rows: readonly ChunkRow[] },
): Promise<void> => {
  const { embeddingModelId, knowledgeBaseId, id } = carry.version;
  if (embeddingModelId === null) return;
  run.signal.throwIfAborted();
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  const title = chunkWriting.embeddedTitle(carry.version, name);
  const credits = await spend(run, carry, tokens);
  const { vectors, settle } = await embedTextsUnpaid(run.ctx, {
    modelId: embeddingModelId,
    texts: rows.map((row) => toEmbeddedText(row, title)),
    reference: `index version ${id}`,
    knowledgeBaseId,
    signal: run.signal,
  });
  await run.write(async (tx) => {
    if (await holdImport(tx, carry.importId)) await chunkWriting.storeVectors(tx, key, { rows, vectors });
    await updateIndexVersion(tx, id, { spent: credits });
    await settle(tx);
  });
};

const embed = async (run: RunContext, carry: Carry, { key, name }: CarriedDocument): Promise<void> => {
  if (carry.version.embeddingModelId === null) return;
  const { rows, waiting } = await run.write(async (tx) => ({
    rows: await versionChunks.list(tx, key),
    waiting: await readWaitingVectors(tx, carry.version.id, carry.importId),
  }));
  const embedded = new Set(waiting.flatMap((data) => decodeVectorSegment(data).ids));
  for (const batch of splitBatches(rows.filter(({ id }) => !embedded.has(id))))
    await embedBatch(run, carry, { key, name, rows: batch });
};

/** Publishes the document if it has not changed in the active version meanwhile. Otherwise it will be taken over again. */
const publish = (run: RunContext, carry: Carry, { key }: CarriedDocument): Promise<void> =>
  run.write(async (tx) => {
    const { version, activeId, importId, wanted } = carry;
    const locked = await activeIndex.lockVersions(tx, version.knowledgeBaseId, [version.id, activeId]);
    if (locked !== activeId) return;
    if ((await versionContentRepository.readStamp(tx.db, activeId, importId)) !== wanted) return;
    await publishSegments(tx, key);
    await orderMerge(tx, version.id);
    const stamps = { stamp: wanted, cutStamp: wanted };
    await versionContentRepository.writeStamps(tx.db, { versionId: version.id, importId }, stamps);
  });

/**
 * Takes one document over from the active version. An interrupted attempt is continued: finished chunks are not made again, and
 * none is charged twice. Throws what `embedTextsUnpaid` throws, `vector_stores.*` and `index_versions.limit_reached`.
 */
export const carryDocument = async (run: RunContext, carry: Carry): Promise<void> => {
  if (carry.wanted === '') return drop(run, carry);
  const { carried, cutStamp } = await run.write(async (tx) => ({
    carried: await readCarriedDocument(tx, carry),
    cutStamp: await versionContentRepository.readCutStamp(tx.db, carry.version.id, carry.importId),
  }));
  if (!carried) return;
  if (cutStamp !== carry.wanted) await rechunk(run, carry, carried);
  await embed(run, carry, carried);
  const { version: index } = carry;
  await vectorStore.projectImport(run, { index, key: carried.key }, async () => {});
  await publish(run, carry, carried);
};
