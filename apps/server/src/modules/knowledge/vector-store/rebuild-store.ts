import { VectorStoreName, type VectorStoreState } from '@atelier/contracts';
import type { AnyCtx, TxCtx } from '../../../kernel/context.ts';
import { AppError, fail } from '../../../kernel/errors.ts';
import { defineRun, orderRun, type RunHandle, type RunRow } from '../../../kernel/runs/index.ts';
import { findConnection } from '../../connections/index.ts';
import { segmentRepository } from '../repository/segments.ts';
import { getKnowledgeBaseRow } from '../service/reads.ts';
import type { IndexVersionRow } from '../tables.ts';
import { knowledgeTopic } from '../topic.ts';
import { vectorStoreRepository } from './repository.ts';
import { isExternal } from './search-store.ts';
import { collectionOf, useStore } from './use-store.ts';
import { writePoints } from './write-points.ts';

const kind = 'knowledge.rebuild-store';
const under = new Set(['QUEUED', 'RUNNING', 'WAITING']);

const presentRun = ({ status, progress, stage, note, cause, createdAt }: RunRow) => ({
  status,
  progress,
  stage,
  note,
  error: cause,
  orderedAt: createdAt.toISOString(),
});

const stateOf = async (tx: TxCtx, index: IndexVersionRow): Promise<VectorStoreState> => {
  const vectorStore = VectorStoreName.parse(index.vectorStore);
  const { connectionId } = index;
  if (connectionId === null) return { vectorStore, connection: null, collection: null, rebuild: null };
  const connection = await findConnection(tx, connectionId);
  const run = await vectorStoreRepository.findLatestRun(tx.db, kind, index.id);
  return {
    vectorStore,
    connection: connection ? { connectionId, name: connection.name } : null,
    collection: collectionOf(index.id),
    rebuild: run ? presentRun(run) : null,
  };
};

/** Throws `knowledge.not_found`. */
export const getStoreState = (ctx: AnyCtx, knowledgeBaseId: string): Promise<VectorStoreState> =>
  ctx.tx(async (tx) => stateOf(tx, (await getKnowledgeBaseRow(tx, knowledgeBaseId)).index));

/**
 * Orders that all vectors of a knowledge base are written into its store anew: after the store lost them, or after its
 * connection leads to another server. Throws `knowledge.not_found`, `vector_stores.embedded` and `vector_stores.rebuild_running`.
 */
export const rebuildStore = (ctx: AnyCtx, knowledgeBaseId: string): Promise<VectorStoreState> =>
  ctx.tx(async (tx) => {
    const { index } = await getKnowledgeBaseRow(tx, knowledgeBaseId);
    if (!isExternal(index)) fail('vector_stores.embedded');
    const latest = await vectorStoreRepository.findLatestRun(tx.db, kind, index.id);
    if (latest && under.has(latest.status)) fail('vector_stores.rebuild_running');
    await orderRun(tx, { kind, subjectId: index.id, input: { knowledgeBaseId } });
    await tx.audit('knowledge.store_rebuild_ordered', knowledgeBaseId, { vectorStore: index.vectorStore });
    return stateOf(tx, index);
  });

/** A collection of vectors of another size is in the way of those that are to be written. */
const makeRoom = async (run: RunHandle, { id, connectionId, dimensions }: IndexVersionRow): Promise<void> => {
  if (connectionId === null || dimensions === null) return;
  await useStore(run.ctx, connectionId, async (store) => {
    await store.drop(collectionOf(id));
    await store.prepare(collectionOf(id), dimensions);
  });
};

const handle = async (run: RunHandle): Promise<string> => {
  const { version, segments } = await run.step(async (tx) => ({
    version: await segmentRepository.findVersion(tx.db, run.subjectId),
    segments: await vectorStoreRepository.listSegments(tx.db, { indexVersionId: run.subjectId, live: true }),
  }));
  if (!version) throw new AppError('knowledge.not_found');
  // Once, not again by an attempt that goes on after a crash: what the last one wrote would be lost.
  if (run.checkpoint['emptied'] !== true) {
    await makeRoom(run, version);
    await run.saveCheckpoint({ emptied: true });
  }
  const total = segments.reduce((sum, { docs }) => sum + docs, 0);
  const written = await writePoints(run.ctx, version, {
    dimensions: version.dimensions,
    segments,
    signal: run.signal,
    onWritten: (points) => run.progress(points / total, 'Writing to the vector store'),
  });
  return `${written} vectors were written.`;
};

/** Writes all published vectors of an index version into its store anew. Until it has ended, searches find what is there. */
export const rebuildRun = defineRun({
  kind,
  topic: ({ input }) => knowledgeTopic(String(input['knowledgeBaseId'])),
  handle,
});
