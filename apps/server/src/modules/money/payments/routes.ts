import { payments } from '@atelier/contracts/money/payments';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { invoices } from '../billing/index.ts';
import { buyAddOn, listAddOns } from './service/add-ons.ts';
import { openPortal } from './service/card-customer.ts';
import { cancelPlan, choosePlan } from './service/choose-plan.ts';
import { handleEvent } from './service/handle-event.ts';

const readHeader = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header : '';

export const paymentRoutes = defineRoutes(payments, {
  upgrade: async (ctx, { body }, { origin }) => ({
    redirectTo: await choosePlan(ctx, { planId: body.planId, origin }),
  }),
  paymentLink: async (ctx, { body }, { origin }) => {
    const { planId, addOnId = '', quantity } = body;
    const redirectTo =
      planId === undefined
        ? await buyAddOn(ctx, { addOnId, quantity, origin })
        : await choosePlan(ctx, { planId, origin });
    return { redirectTo };
  },
  customerPortal: async (ctx, _request, { origin }) => ({ redirectTo: await openPortal(ctx, origin) }),
  addOns: async (ctx, { query }) => listAddOns(ctx, query.type),
  cancelSubscription: async (ctx, { body }) => ({ endsAt: (await cancelPlan(ctx, body)).toISOString() }),
  invoices: (ctx, { query }) => invoices.list(ctx, query),
  invoicePdf: async (ctx, { params }, exchange) => {
    const { fileName, body } = await invoices.print(ctx, params.id);
    const headers = { 'content-disposition': `attachment; filename="${fileName}"` };
    return exchange.sendRaw({ type: 'application/pdf', headers, body });
  },
  stripeWebhook: async (anonymous, _request, { rawBody, headers }) => {
    await handleEvent(anonymous, { body: rawBody, signature: readHeader(headers['stripe-signature']) });
    return { received: true as const };
  },
});
