import { z } from 'zod';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { handleJob } from '../../../../kernel/module/module.ts';
import { defineRunType, dropRuns } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/declarations.ts';
import { findIndexVersion, listIndexVersionRows } from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import type { RemovalRow } from '../tables.ts';
import { isExternal } from './order-projection.ts';
import { vectorStoreRepository } from './repository.ts';
import { toCollectionName, useStore } from './use-store.ts';

/** The type of the run that writes all vectors of an index version (its subject) to the external store again. */
export const rebuildRunType = defineRunType({
  kind: 'knowledge.rebuild-store',
  title: 'Rewriting of a vector store',
  version: 1,
  input: z.object({}),
  /** The number of vectors that were written; null when an earlier attempt had written them. */
  output: z.object({ vectors: z.number().nullable() }),
  lane: 'heavy',
  keptWithSubject: true,
});

type Version = Pick<IndexVersionRow, 'id' | 'vectorStore' | 'connectionId' | 'storeGeneration'>;

const removalJobType = defineJob({
  name: 'knowledge.clean-vector-store',
  input: z.object({ removalId: z.string() }),
});

/** The points to remove: those of documents, single points, or everything if neither is given. */
type Gone = Partial<Pick<RemovalRow, 'documentIds' | 'points'>>;

const orderIn = async (
  tx: TxCtx,
  { connectionId, collection }: Pick<RemovalRow, 'connectionId' | 'collection'>,
  { documentIds = null, points = null }: Gone,
): Promise<void> => {
  const id = newId('rmv');
  await vectorStoreRepository.insertRemoval(tx.db, { id, connectionId, collection, documentIds, points });
  await tx.enqueue(removalJobType, { removalId: id });
};

/** Includes the collection that a rebuild is filling or left unfinished. */
const orderOne = async (tx: TxCtx, version: Version, gone: Gone): Promise<void> => {
  const { connectionId, storeGeneration } = version;
  if (!isExternal(version) || connectionId === null) return;
  await orderIn(tx, { connectionId, collection: toCollectionName(version) }, gone);
  const rebuild = await vectorStoreRepository.findLatestRun(tx.db, rebuildRunType.kind, version.id);
  if (!rebuild || rebuild.status === 'COMPLETED') return;
  const filling = { ...version, storeGeneration: storeGeneration + 1 };
  await orderIn(tx, { connectionId, collection: toCollectionName(filling) }, gone);
};

/** Orders the removal of a collection that is no longer searched. */
export const orderCollectionRemoval = async (tx: TxCtx, version: Version): Promise<void> => {
  const { connectionId } = version;
  if (connectionId !== null) await orderIn(tx, { connectionId, collection: toCollectionName(version) }, {});
};

/** Orders the removal of documents from the stores of all index versions of a knowledge base. */
export const orderDocumentRemoval = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  documentIds: readonly string[],
): Promise<void> => {
  if (documentIds.length === 0) return;
  for (const version of await listIndexVersionRows(tx, knowledgeBaseId))
    await orderOne(tx, version, { documentIds: [...documentIds] });
};

/** The id of a chunk with its document and index version. */
interface PlacedChunk {
  id: string;
  importId: string;
  indexVersionId: string;
}

/** The most points that one order names. */
const mostPoints = 5000;

/** Orders the removal of chunks from the stores that hold them. The other chunks of their documents stay. */
export const orderChunkRemoval = async (tx: TxCtx, gone: readonly PlacedChunk[]): Promise<void> => {
  for (const [versionId, chunks] of Map.groupBy(gone, ({ indexVersionId }) => indexVersionId)) {
    const version = await findIndexVersion(tx, versionId);
    if (!version || !isExternal(version)) continue;
    const points = chunks.map(({ id, importId }) => ({ id, documentId: importId }));
    for (let from = 0; from < points.length; from += mostPoints)
      await orderOne(tx, version, { points: points.slice(from, from + mostPoints) });
  }
};

/** Orders the removal of everything of an index version from its store. */
export const orderVersionRemoval = (tx: TxCtx, version: Version): Promise<void> => orderOne(tx, version, {});

/** Orders the removal of everything of a knowledge base from its stores. */
export const orderBaseRemoval = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  const versions = await listIndexVersionRows(tx, knowledgeBaseId);
  for (const version of versions) await orderVersionRemoval(tx, version);
  // A rebuild in progress would write the removed points again.
  await dropRuns(
    tx,
    versions.map(({ id }) => id),
  );
};

const remove = (ctx: Ctx, { connectionId, collection, documentIds, points }: RemovalRow): Promise<void> =>
  useStore(ctx, connectionId, (store) => {
    if (points) return store.removePoints(collection, points);
    return documentIds ? store.removeDocuments(collection, documentIds) : store.drop(collection);
  });

/**
 * Carries out the ordered removals. If the store fails, they are tried again later; until then the connection shows what is
 * pending and why.
 */
export const removalJob = handleJob(removalJobType, async (ctx, { removalId: id }) => {
  const removal = await ctx.tx((tx) => vectorStoreRepository.findRemoval(tx.db, id));
  if (!removal) return;
  try {
    await remove(ctx, removal);
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'Something went wrong.';
    ctx.log.warn({ err: error, removal: id }, 'vector store not cleaned');
    await ctx.tx((tx) => vectorStoreRepository.noteError(tx.db, id, message));
    throw error;
  }
  await ctx.tx((tx) => vectorStoreRepository.forgetRemoval(tx.db, id));
});

/** Orders the pending removals of a connection's store to run now. Returns their number. Throws `connections.not_found`. */
export const retryRemovals = (ctx: AnyCtx, connectionId: string): Promise<{ ordered: number }> =>
  ctx.tx(async (tx) => {
    if (!(await findConnection(tx, connectionId))) fail('connections.not_found');
    const waiting = await vectorStoreRepository.listRemovals(tx.db, [connectionId]);
    for (const { id } of waiting) await tx.enqueue(removalJobType, { removalId: id });
    await tx.audit('knowledge.clean_up_ordered', connectionId, { removals: waiting.length });
    return { ordered: waiting.length };
  });
