import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { sourceRepository } from '../repository/sources.ts';
import { nextSyncAfter } from '../schedule.ts';
import type { SourceRow } from '../tables.ts';

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
