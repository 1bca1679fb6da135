import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { JobDefinition } from '../../../../kernel/module/module.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import type { IndexVersionRow } from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import type { PlacedChunk } from '../repository/content.ts';
import { segmentRepository } from '../repository/segments.ts';
import { vectorStoreRepository } from './repository.ts';
import { isExternal } from './search-store.ts';
import type { RemovalRow } from './tables.ts';
import { rebuildKind } from './topic.ts';
import { collectionOf, useStore } from './use-store.ts';

type Version = Pick<IndexVersionRow, 'id' | 'vectorStore' | 'connectionId' | 'storeGeneration'>;

const task = 'knowledge.clean-vector-store';

/** What goes: documents, single points, or everything where neither is named. */
type Gone = Partial<Pick<RemovalRow, 'documentIds' | 'points'>>;

const orderIn = async (
  tx: TxCtx,
  { connectionId, collection }: Pick<RemovalRow, 'connectionId' | 'collection'>,
  { documentIds = null, points = null }: Gone,
): Promise<void> => {
  const id = newId('rmv');
  await vectorStoreRepository.insertRemoval(tx.db, { id, connectionId, collection, documentIds, points });
  await tx.enqueue(task, { removalId: id });
};

/** Also from the collection that a rebuild is filling, or did not get to fill. */
const orderOne = async (tx: TxCtx, version: Version, gone: Gone): Promise<void> => {
  const { connectionId, storeGeneration } = version;
  if (!isExternal(version) || connectionId === null) return;
  await orderIn(tx, { connectionId, collection: collectionOf(version) }, gone);
  const rebuild = await vectorStoreRepository.findLatestRun(tx.db, rebuildKind, version.id);
  if (!rebuild || rebuild.status === 'COMPLETED') return;
  const filling = { ...version, storeGeneration: storeGeneration + 1 };
  await orderIn(tx, { connectionId, collection: collectionOf(filling) }, gone);
};

/** Orders that a collection goes which is not asked any more. */
export const orderCollectionRemoval = async (tx: TxCtx, version: Version): Promise<void> => {
  const { connectionId } = version;
  if (connectionId !== null) await orderIn(tx, { connectionId, collection: collectionOf(version) }, {});
};

/** Orders that documents leave the stores of all index versions of a knowledge base. */
export const orderDocumentRemoval = async (
  tx: TxCtx,
  knowledgeBaseId: string,
  documentIds: readonly string[],
): Promise<void> => {
  if (documentIds.length === 0) return;
  for (const version of await vectorStoreRepository.listVersions(tx.db, knowledgeBaseId))
    await orderOne(tx, version, { documentIds: [...documentIds] });
};

/** How many points one order names. */
const mostPoints = 5000;

/** Orders that chunks leave the stores that hold them, while the rest of their documents stays. */
export const orderChunkRemoval = async (tx: TxCtx, gone: readonly PlacedChunk[]): Promise<void> => {
  for (const [versionId, chunks] of Map.groupBy(gone, ({ indexVersionId }) => indexVersionId)) {
    const version = await segmentRepository.findVersion(tx.db, versionId);
    if (!version || !isExternal(version)) continue;
    const points = chunks.map(({ id, importId }) => ({ id, documentId: importId }));
    for (let from = 0; from < points.length; from += mostPoints)
      await orderOne(tx, version, { points: points.slice(from, from + mostPoints) });
  }
};

/** Orders that everything of an index version leaves its store. */
export const orderVersionRemoval = (tx: TxCtx, version: Version): Promise<void> => orderOne(tx, version, {});

/** Orders that everything of a knowledge base leaves its stores. */
export const orderBaseRemoval = async (tx: TxCtx, knowledgeBaseId: string): Promise<void> => {
  const versions = await vectorStoreRepository.listVersions(tx.db, knowledgeBaseId);
  for (const version of versions) await orderVersionRemoval(tx, version);
  // A rebuild that is under way would write again what is removed.
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

/** Removes what was ordered. A store that fails is tried again later; until then the connection shows what waits and why. */
export const removalJob: JobDefinition = {
  task,
  handle: async (ctx, payload) => {
    const id = String(payload['removalId']);
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
  },
};

/** Orders at once what waits for a connection's store. Throws `connections.not_found`. Returns how much that is. */
export const retryRemovals = (ctx: AnyCtx, connectionId: string): Promise<{ ordered: number }> =>
  ctx.tx(async (tx) => {
    if (!(await findConnection(tx, connectionId))) fail('connections.not_found');
    const waiting = await vectorStoreRepository.listRemovals(tx.db, [connectionId]);
    for (const { id } of waiting) await tx.enqueue(task, { removalId: id });
    await tx.audit('knowledge.clean_up_ordered', connectionId, { removals: waiting.length });
    return { ordered: waiting.length };
  });
