import type { ScheduleTimes } from '@atelier/contracts/assistants/flows/scheduler';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { nextFire } from '../triggers/next-fire.ts';
import { readSchedule } from '../triggers/read-schedule.ts';

const mostTimes = 5;

const never = 'This never happens: no month has such a day. Please choose other times.';

interface Wanted {
  triggerName: string;
  input: FieldValues;
}

const computeNextTimes = ({ triggerName, input }: Wanted, now: Date): ScheduleTimes => {
  const settings = { pieceName: 'schedule', pieceVersion: '', triggerName, input };
  const trigger = { name: 'trigger', displayName: triggerName, settings };
  const schedule = readSchedule(trigger) ?? fail('flows.schedule_unreadable');
  const times: string[] = [];
  for (let at = nextFire(schedule, now); at && times.length < mostTimes; at = nextFire(schedule, at))
    times.push(at.toISOString());
  return { ...schedule, times, problem: times.length === 0 ? never : null };
};

/** Returns the next times of a schedule, or why it cannot be read: whoever is setting it has not finished yet. */
export const nextTimes = (ctx: AnyCtx, wanted: Wanted): ScheduleTimes => {
  try {
    return computeNextTimes(wanted, ctx.now());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { cron: null, timeZone: null, times: [], problem: error.message };
  }
};
