import { payments } from '@atelier/contracts/money/payments';
import type { Client } from '../../client.ts';
import { matrixOf } from '../matrix.ts';

/** Buys an add-on for the tenant and returns its invoice. */
const invoiceOf = async (owner: Client): Promise<string> => {
  const { addOns } = await owner.call(payments.endpoints.addOns, {});
  await owner.call(payments.endpoints.paymentLink, { body: { addOnId: addOns[0]?.addOnId } });
  const { items } = await owner.call(payments.endpoints.invoices, {});
  return items[0]?.invoiceId ?? '';
};

export const paymentsMatrix = matrixOf(payments, {
  upgrade: { plain: 'plans are the same for every company', parts: { body: { planId: 'missing' } } },
  paymentLink: { plain: 'add-ons are the same for every company', parts: { body: { addOnId: 'missing' } } },
  customerPortal: { plain: "it opens the caller's own portal", parts: { body: {} } },
  addOns: { plain: 'add-ons are the same for every company' },
  cancelSubscription: { plain: "it cancels the caller's own plan", parts: { body: {} } },
  invoices: { plain: "it lists the caller's own invoices" },
  invoicePdf: { naming: async ({ owner }) => ({ params: { id: await invoiceOf(owner) } }) },
  stripeWebhook: { plain: 'the company is found by the customer that a signed event names' },
});
