import { VectorStoreName } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { VectorStoreState } from '@atelier/contracts/content/indexing/vector-stores';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { orderRun, type RunRow } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import { isExternal } from './order-projection.ts';
import { vectorStoreRepository } from './repository.ts';
import { rebuildRunType } from './topic.ts';
import { toCollectionName } from './use-store.ts';

const under = new Set(['QUEUED', 'RUNNING', 'WAITING']);

const presentRun = ({ status, progress, stage, note, cause, createdAt }: RunRow) => ({
  status,
  progress,
  stage,
  note,
  error: cause,
  orderedAt: createdAt.toISOString(),
});

const presentStoreState = async (tx: TxCtx, index: IndexVersionRow): Promise<VectorStoreState> => {
  const vectorStore = VectorStoreName.parse(index.vectorStore);
  const { connectionId } = index;
  if (connectionId === null) return { vectorStore, connection: null, collection: null, rebuild: null };
  const connection = await findConnection(tx, connectionId);
  const run = await vectorStoreRepository.findLatestRun(tx.db, rebuildRunType.kind, index.id);
  return {
    vectorStore,
    connection: connection ? { connectionId, name: connection.name } : null,
    collection: toCollectionName(index),
    rebuild: run ? presentRun(run) : null,
  };
};

/** Throws `knowledge.not_found`. */
export const getStoreState = (ctx: AnyCtx, knowledgeBaseId: string): Promise<VectorStoreState> =>
  ctx.tx(async (tx) => presentStoreState(tx, (await getKnowledgeBaseRow(tx, knowledgeBaseId)).index));

/**
 * Orders that all vectors of a knowledge base are written to its store again, for example after the store lost its data or
 * the connection was pointed at another server. Throws `knowledge.not_found`, `vector_stores.embedded` and
 * `vector_stores.rebuild_running`.
 */
export const rebuildStore = (ctx: AnyCtx, knowledgeBaseId: string): Promise<VectorStoreState> =>
  ctx.tx(async (tx) => {
    const { index } = await getKnowledgeBaseRow(tx, knowledgeBaseId);
    if (!isExternal(index)) fail('vector_stores.embedded');
    const latest = await vectorStoreRepository.findLatestRun(tx.db, rebuildRunType.kind, index.id);
    if (latest && under.has(latest.status)) fail('vector_stores.rebuild_running');
    await orderRun(tx, rebuildRunType, { subjectId: index.id, scopeId: knowledgeBaseId, input: {} });
    await tx.audit('knowledge.store_rebuild_ordered', knowledgeBaseId, { vectorStore: index.vectorStore });
    return presentStoreState(tx, index);
  });
