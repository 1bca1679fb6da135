import { billing } from '@atelier/contracts';
import { defineRoutes } from '../../kernel/module.ts';
import { readBalance } from './service/read-balance.ts';

export const billingRoutes = defineRoutes(billing, {
  subscription: async (ctx) => ({
    featureBalances: { credits: await readBalance(ctx) },
    addOns: { credits: 0 },
  }),
});
