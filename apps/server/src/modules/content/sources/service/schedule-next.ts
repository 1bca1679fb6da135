import type { SourceSchedule } from '@atelier/contracts/content/sources/source-shapes';
import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';

const hourMs = 60 * 60 * 1000;

const hoursOf = ({ every, hours }: SourceSchedule): number | undefined =>
  ({ OFF: undefined, HOURLY: 1, DAILY: 24, WEEKLY: 168, HOURS: hours })[every];

/** Returns the time of the next scheduled sync after `from`, or null for a source without a schedule. */
const nextSyncAfter = (schedule: SourceSchedule, from: Date): Date | null => {
  const hours = hoursOf(schedule);
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
