import type { Source, SourceSchedule } from '@atelier/contracts/content/sources/source-shapes';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { cancelRun, dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { isRetryable, isSyncing } from '../present.ts';
import { type SourceWithRun, sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';
import { sourceTopic, syncRunType } from '../topic.ts';
import { getSource, getSourceRow, getSources, lockSourceRow } from './reads.ts';

const hourMs = 60 * 60 * 1000;

const toHours = ({ every, hours }: SourceSchedule): number | undefined =>
  ({ OFF: undefined, HOURLY: 1, DAILY: 24, WEEKLY: 168, HOURS: hours })[every];

/** Returns the time of the next scheduled sync after `from`, or null for a source without a schedule. */
const nextSyncAfter = (schedule: SourceSchedule, from: Date): Date | null => {
  const hours = toHours(schedule);
  return hours === undefined ? null : new Date(from.getTime() + hours * hourMs);
};

export const dueJob = defineJob({
  name: 'sources.due',
  input: z.object({ sourceId: z.string() }),
});

/** Schedules the next sync of a source, counted from now. A paused source has no next sync. */
export const scheduleNext = async (
  tx: TxCtx,
  source: Pick<SourceRow, 'id' | 'schedule' | 'state'>,
): Promise<void> => {
  const nextSyncAt = source.state === 'PAUSED' ? null : nextSyncAfter(source.schedule, tx.now());
  await sourceRepository.update(tx.db, source.id, { nextSyncAt });
  if (nextSyncAt)
    await tx.enqueue(
      dueJob,
      { sourceId: source.id },
      { key: `${dueJob.name}:${source.id}`, runAt: nextSyncAt },
    );
};

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

/** Runs the job that orders a scheduled sync. Does nothing if the source was rescheduled, paused or started meanwhile. */
export const syncWhenDue = (ctx: Ctx, { sourceId }: { sourceId: string }): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await sourceRepository.lock(tx.db, sourceId);
    if (!row || isSyncing(row.run?.status) || row.source.state === 'PAUSED') return;
    const { nextSyncAt } = row.source;
    if (nextSyncAt === null || nextSyncAt > tx.now()) return;
    await orderSync(tx, row);
  });
