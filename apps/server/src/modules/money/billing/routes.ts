import { billing } from '@atelier/contracts/money/billing';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { catalogueOf } from './catalogue.ts';
import { isTrialAvailable, startTrial } from './service/change-plan.ts';
import { findSubscription } from './service/current-subscription.ts';
import { exportUsage } from './service/export-usage.ts';
import { listSubjects } from './service/limit-subjects.ts';
import { readSubscription } from './service/read-subscription.ts';
import { listUsageRecords, readCreditUsage } from './service/read-usage.ts';
import { listUsageLimits, removeUsageLimit, setUsageLimit } from './service/usage-limits.ts';

export const billingRoutes = defineRoutes(billing, {
  subscription: (ctx) => ctx.tx(readSubscription),
  plans: async (ctx) => {
    const { currency, plans } = catalogueOf(ctx.services.config);
    const { stripe, invoiceNote } = ctx.services.config.billing;
    return ctx.tx(async (tx) => {
      const row = await findSubscription(tx);
      return {
        currency,
        plans,
        currentPlanId: row?.planId ?? null,
        isTrialAvailable: await isTrialAvailable(tx, row),
        payment: {
          by: stripe === undefined ? ('invoice' as const) : ('card' as const),
          note: invoiceNote ?? null,
        },
      };
    });
  },
  startTrial: (ctx) =>
    ctx.tx(async (tx) => {
      await startTrial(tx);
      return readSubscription(tx);
    }),
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
  usageLimits: async (ctx) => ({ limits: await listUsageLimits(ctx) }),
  limitSubjects: async (ctx, { query }) => ({ subjects: await ctx.tx((tx) => listSubjects(tx, query)) }),
  setUsageLimit: (ctx, { body }) => setUsageLimit(ctx, body),
  removeUsageLimit: async (ctx, { params }) => {
    await removeUsageLimit(ctx, params.id);
    return done;
  },
});
