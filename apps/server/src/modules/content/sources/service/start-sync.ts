import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { isRetryable, isSyncing } from '../policy.ts';
import { type SourceWithRun, sourceRepository } from '../repository/sources.ts';
import { sourceTopic, syncRunType } from '../topic.ts';
import { getSource, getSourceRow, getSources, lockSourceRow } from './reads.ts';
import { scheduleNext } from './schedule-next.ts';

/** Orders a sync of a source that the caller has locked, and deletes the runs of earlier syncs. */
export const orderSync = async (tx: TxCtx, { source }: SourceWithRun): Promise<void> => {
  const { id, knowledgeBaseId } = source;
  await dropRuns(tx, [id]);
  const runId = await orderRun(tx, syncRunType, { subjectId: id, scopeId: knowledgeBaseId, input: {} });
  await sourceRepository.update(tx.db, id, { runId, nextSyncAt: null });
  await tx.audit('sources.sync_started', id, { name: source.name, runId });
  await tx.signal(sourceTopic(knowledgeBaseId), id);
};

/** Starting a sync by hand ends a pause. */
const startByHand = async (tx: TxCtx, row: SourceWithRun, { anew }: { anew: boolean }): Promise<void> => {
  await sourceRepository.update(tx.db, row.source.id, {
    state: 'ACTIVE',
    pauseReason: null,
    failures: 0,
    ...(anew ? { cursor: null } : {}),
  });
  await orderSync(tx, row);
};

/** Orders a sync of a source now. Throws `sources.source_not_found` and `sources.already_syncing`. */
export const startSync = (ctx: AnyCtx, id: string, options = { anew: false }): Promise<Source> =>
  ctx.tx(async (tx) => {
    const row = await lockSourceRow(tx, id);
    if (isSyncing(row.run?.status)) fail('sources.already_syncing');
    await startByHand(tx, row, options);
    return getSource(tx, id);
  });

/** Throws `sources.source_not_found` and `sources.not_retryable`. */
export const retrySync = (ctx: AnyCtx, id: string): Promise<Source> =>
  ctx.tx(async (tx) => {
    const row = await lockSourceRow(tx, id);
    if (!isRetryable(row.run?.status)) fail('sources.not_retryable');
    await startByHand(tx, row, { anew: false });
    return getSource(tx, id);
  });

/**
 * Cancels a sync: at once when it is queued, within seconds when it is running. Throws `sources.source_not_found` and
 * `sources.not_syncing`.
 */
export const cancelSync = (ctx: AnyCtx, id: string): Promise<Source> =>
  ctx.tx(async (tx) => {
    // The source is not locked here, because a worker takes the lock of the queue before that of the source.
    const { source, run } = await getSourceRow(tx, id);
    if (!run || !isSyncing(run.status)) return fail('sources.not_syncing');
    // A running sync schedules the next one when it ends. A queued sync ends here, so the next one is scheduled here.
    if ((await cancelRun(tx, run.id)) === 'cancelled') await scheduleNext(tx, source);
    await tx.audit('sources.sync_cancelled', id, { name: source.name });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    return getSource(tx, id);
  });

/** Orders a sync of every source of a knowledge base that is not syncing already. Throws `knowledge.not_found`. */
export const syncKnowledgeBase = (ctx: AnyCtx, knowledgeBaseId: string): Promise<Source[]> =>
  ctx.tx(async (tx) => {
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const ids = await sourceRepository.listIdsOfBase(tx.db, knowledgeBaseId);
    for (const id of ids) {
      const row = await lockSourceRow(tx, id);
      if (!isSyncing(row.run?.status)) await startByHand(tx, row, { anew: false });
    }
    await tx.audit('sources.knowledge_base_synced', knowledgeBaseId, { sources: ids.length });
    return getSources(tx, ids);
  });
