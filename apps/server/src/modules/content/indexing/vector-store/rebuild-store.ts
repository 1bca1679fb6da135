import { VectorStoreName } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { VectorStoreState } from '@atelier/contracts/content/indexing/vector-stores';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineRun, orderRun, type RunContext, type RunRow } from '../../../../kernel/runs/index.ts';
import { type IndexVersionRow, knowledgeTopic } from '../../bases/declarations.ts';
import {
  findIndexVersion,
  getKnowledgeBaseRow,
  knowledgeBaseNames,
  lockIndexVersion,
  updateIndexVersion,
} from '../../bases/index.ts';
import { findConnection } from '../../connections/index.ts';
import { isExternal } from './order-projection.ts';
import { writePoints } from './project-document.ts';
import { orderCollectionRemoval, rebuildRunType } from './remove-points.ts';
import { vectorStoreRepository } from './repository.ts';
import { toCollectionName, useStore } from './use-store.ts';

const readVersion = (run: RunContext): Promise<IndexVersionRow> =>
  run.write(async (tx) => {
    const version = await findIndexVersion(tx, run.subjectId);
    if (!version) throw new AppError('knowledge.not_found');
    return version;
  });

const listLive = (run: RunContext) =>
  run.write((tx) => vectorStoreRepository.listSegments(tx.db, { indexVersionId: run.subjectId, live: true }));

/** Returns the version with the collection to fill. The remains of an earlier, unfinished rebuild are removed from it first, once. */
const prepareNext = async (run: RunContext, version: IndexVersionRow): Promise<IndexVersionRow> => {
  const generation = await run.outward('drop what was left there', {}, async () => {
    const next = { ...version, storeGeneration: version.storeGeneration + 1 };
    if (version.connectionId !== null)
      await useStore(run.ctx, version.connectionId, (store) => store.drop(toCollectionName(next)));
    return next.storeGeneration;
  });
  return { ...version, storeGeneration: generation };
};

/** Switches searches to the new collection, unless something published meanwhile is missing in it. */
const moveTo = (run: RunContext, next: IndexVersionRow, written: ReadonlySet<string>): Promise<boolean> =>
  run.write(async (tx) => {
    await lockIndexVersion(tx, next.id);
    const live = await vectorStoreRepository.listSegments(tx.db, { indexVersionId: next.id, live: true });
    if (live.some(({ id }) => !written.has(id))) return false;
    const before = await findIndexVersion(tx, next.id);
    await updateIndexVersion(tx, next.id, { storeGeneration: next.storeGeneration });
    if (before) await orderCollectionRemoval(tx, before);
    return true;
  });

const fill = async (run: RunContext, next: IndexVersionRow): Promise<number> => {
  const written = new Set<string>();
  let points = 0;
  for (;;) {
    const segments = (await listLive(run)).filter(({ id }) => !written.has(id));
    if (segments.length === 0 && (await moveTo(run, next, written))) return points;
    const total = points + segments.reduce((sum, { docs }) => sum + docs, 0);
    const before = points;
    points += await writePoints(run.ctx, next, {
      dimensions: next.dimensions,
      segments,
      signal: run.signal,
      onWritten: (more) => run.progress((before + more) / total, 'Writing to the vector store'),
    });
    for (const { id } of segments) written.add(id);
  }
};

const handle = async (run: RunContext): Promise<{ vectors: number | null }> => {
  const version = await readVersion(run);
  const next = await prepareNext(run, version);
  // An earlier attempt was interrupted after the switch, so nothing is left to do.
  if (next.storeGeneration === version.storeGeneration) return { vectors: null };
  return { vectors: await fill(run, next) };
};

/**
 * Writes all published vectors of an index version to a new collection of its store. Searches use the old collection until
 * the run has ended.
 */
export const rebuildRun = defineRun({
  ...rebuildRunType,
  topic: ({ scopeId }) => knowledgeTopic(scopeId),
  run: handle,
  screen: {
    subjects: knowledgeBaseNames.asSubjects('settings'),
    cancel: true,
    retry: (ctx, { scopeId }) => rebuildStore(ctx, scopeId),
  },
  note: ({ vectors }) =>
    vectors === null ? 'All vectors were written.' : `${vectors} vectors were written.`,
});

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
