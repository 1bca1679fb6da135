import type { Schedule, ScheduleTimes, scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { visibleFlows } from '../flow-entity.ts';
import { nextFire, readSchedule } from '../triggers/schedule.ts';
import { type DueTrigger, scheduleRepository } from './repository.ts';

type Query = RequestOf<(typeof scheduler.endpoints)['list']>['query'];

const present = ({ flowId, flowName, trigger, kind, nextAt, cause }: DueTrigger): Schedule => {
  const schedule = kind === 'schedule' ? readSchedule(trigger) : undefined;
  return {
    flowId,
    flowName,
    trigger: trigger.name,
    title: trigger.displayName,
    kind: kind === 'schedule' ? 'SCHEDULE' : 'POLLING',
    cron: schedule?.cron ?? null,
    timeZone: schedule?.timeZone ?? null,
    nextAt: nextAt.toISOString(),
    failure: cause?.message ?? null,
  };
};

/** Lists the triggers of visible flows that the clock fires, the nearest first. */
export const listSchedules = (ctx: AnyCtx, { kind, limit, cursor }: Query) =>
  ctx.tx(async (tx) => {
    const filter = {
      kinds: kind === undefined ? ['schedule', 'polling'] : [kind.toLowerCase()],
      visible: visibleFlows(tx),
    };
    const { rows, nextCursor, total } = await scheduleRepository.list(tx.db, filter, { limit, cursor });
    return { items: rows.map(present), nextCursor, total };
  });

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
