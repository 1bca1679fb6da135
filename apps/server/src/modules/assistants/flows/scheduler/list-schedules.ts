import type { Schedule, scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { visibleFlows } from '../flow-entity.ts';
import { readSchedule } from '../triggers/read-schedule.ts';
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
    const page = await scheduleRepository.list(tx.db, filter, { limit, cursor });
    const { rows, nextCursor, total } = closePage(page, limit);
    return { items: rows.map(present), nextCursor, total };
  });
