import { billing } from '@atelier/contracts/money/billing';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { listPlans } from './service/change-plan.ts';
import { readComputingTime } from './service/computing-time.ts';
import { listSubjects } from './service/limit-subjects.ts';
import { readSubscription } from './service/read-subscription.ts';
import { exportUsage, listUsageRecords, readCreditUsage } from './service/read-usage.ts';
import { startTrial } from './service/start-trial.ts';
import { listUsageLimits, removeUsageLimit, setUsageLimit } from './service/usage-limits.ts';

export const billingRoutes = defineRoutes(billing, {
  subscription: (ctx) => readSubscription(ctx),
  plans: (ctx) => listPlans(ctx),
  startTrial: (ctx) => startTrial(ctx),
  creditUsage: (ctx, { query }) => readCreditUsage(ctx, query),
  usageRecords: (ctx, { query }) => listUsageRecords(ctx, query),
  exportUsage: (ctx, { query }, exchange) =>
    exchange.sendRaw({
      type: 'text/csv; charset=utf-8',
      headers: {
        'content-disposition': `attachment; filename="credit-usage-${query.from}-${query.to}.csv"`,
        'cache-control': 'no-store',
      },
      body: exportUsage(ctx, query),
    }),
  computingTime: (ctx) => readComputingTime(ctx),
  usageLimits: async (ctx) => ({ limits: await listUsageLimits(ctx) }),
  limitSubjects: async (ctx, { query }) => ({ subjects: await listSubjects(ctx, query) }),
  setUsageLimit: (ctx, { body }) => setUsageLimit(ctx, body),
  removeUsageLimit: async (ctx, { params }) => {
    await removeUsageLimit(ctx, params.id);
    return done;
  },
});
