import type { InvoiceStatus } from '@atelier/contracts/money/payments';
import type Stripe from 'stripe';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { type CardInvoice, grantAddOnCredits, invoices } from '../../billing/index.ts';
import { paymentRepository } from '../repository.ts';
import {
  type PaidSession,
  type StripeGateway,
  stripeGateway,
  toDate,
  type WebhookEvent,
} from '../stripe/stripe-gateway.ts';
import { findAddOn } from './add-ons.ts';
import { syncSubscription } from './sync-subscription.ts';

const toInvoiceStatus = (status: Stripe.Invoice['status']): InvoiceStatus =>
  status === 'paid' ? 'PAID' : status === 'void' || status === 'uncollectible' ? 'VOID' : 'DUE';

const toInvoiceLine = ({ description, quantity, amount }: Stripe.InvoiceLineItem) => {
  const count = quantity === null || quantity < 1 ? 1 : quantity;
  return {
    description: description ?? 'Payment',
    quantity: count,
    unitAmount: Math.round(amount / count),
    amount,
  };
};

export const readCardInvoice = (invoice: Stripe.Invoice): CardInvoice => {
  const status = toInvoiceStatus(invoice.status);
  const paidAt = invoice.status_transitions.paid_at;
  const due = invoice.due_date ?? invoice.created;
  return {
    externalId: invoice.id,
    currency: invoice.currency.toUpperCase(),
    lines: invoice.lines.data.map(toInvoiceLine),
    total: invoice.total,
    status,
    issuedAt: toDate(invoice.created),
    dueAt: status === 'DUE' ? toDate(due) : null,
    paidAt: status === 'PAID' && paidAt !== null ? toDate(paidAt) : null,
  };
};

/** Only the id of an event's object and of its customer are used. Everything else is read from Stripe. */
const Subject = z.object({
  id: z.string(),
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish(),
});

const sessionEvents = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
const invoiceEvents = new Set(['invoice.paid', 'invoice.payment_failed']);
const subscriptionEvents = new Set([
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]);
const isKnown = ({ type }: WebhookEvent): boolean =>
  sessionEvents.has(type) || invoiceEvents.has(type) || subscriptionEvents.has(type);

/** Grants the credits of a paid add-on, once for each checkout. */
const grantBought = async (tx: TxCtx, { id, isAddOn, isPaid, metadata }: PaidSession): Promise<void> => {
  if (!isAddOn || !isPaid) return;
  const addOn = findAddOn(tx, metadata['packageId'] ?? '');
  const quantity = Number(metadata['quantity'] ?? 1);
  if (!addOn || !Number.isInteger(quantity) || quantity < 1) {
    tx.log.error({ session: id }, 'something was paid that the catalogue does not know');
    return;
  }
  await grantAddOnCredits(tx, { credits: addOn.credits * quantity, key: id, reference: addOn.addOnId });
  await tx.audit('payments.add_on_bought', addOn.addOnId, { quantity });
};

interface Found {
  session?: PaidSession;
  invoice?: CardInvoice;
}

const look = async (stripe: StripeGateway, { type }: WebhookEvent, id: string): Promise<Found> => {
  if (sessionEvents.has(type)) return { session: await stripe.readSession(id) };
  return invoiceEvents.has(type) ? { invoice: readCardInvoice(await stripe.readInvoice(id)) } : {};
};

const handle = async (
  ctx: Ctx,
  stripe: StripeGateway,
  { event, id }: { event: WebhookEvent; id: string },
) => {
  if (await ctx.tx(({ db }) => paymentRepository.hasEvent(db, event.id))) return;
  const { session, invoice } = await look(stripe, event, id);
  await syncSubscription(ctx, stripe, async (tx) => {
    if (!(await paymentRepository.keepEvent(tx.db, { id: event.id, type: event.type }))) return false;
    await tx.audit('payments.event_handled', event.id, { type: event.type });
    if (session) await grantBought(tx, session);
    if (invoice) await invoices.keepCardInvoice(tx, invoice);
    return true;
  });
};

/**
 * Handles one event of the payment provider, at most once. Events of other kinds, and of customers that are not ours, are ignored.
 * Throws `payments.webhook_not_configured`, `payments.signature_invalid` and `payments.setup_failed`.
 */
export const handleEvent = async (
  anonymous: Anonymous,
  { body, signature }: { body: Buffer; signature: string },
): Promise<void> => {
  const stripe = anonymous.use(stripeGateway);
  if (!stripe || anonymous.services.config.billing.stripe?.webhookSecret === undefined)
    return fail('payments.webhook_not_configured');
  const event = (await stripe.verify(body, signature)) ?? fail('payments.signature_invalid');
  const subject = Subject.safeParse(event.object);
  const customerId = subject.data?.customer;
  if (!isKnown(event) || !subject.success || !customerId) return;
  const tenantId = await anonymous.globally((db) => paymentRepository.findTenant(db, customerId));
  if (tenantId === undefined) {
    anonymous.log.warn(
      { event: event.id, type: event.type },
      'an event names a customer that is none of ours',
    );
    return;
  }
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'stripe' });
  await handle(ctx, stripe, { event, id: subject.data.id });
};
