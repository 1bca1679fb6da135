import { scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { listSchedules } from './list-schedules.ts';
import { nextTimes } from './next-times.ts';

export const schedulerRoutes = defineRoutes(scheduler, {
  list: (ctx, { query }) => listSchedules(ctx, query),
  times: async (ctx, { body }) => nextTimes(ctx, body),
});
