import type { InvoiceStatus } from '@atelier/contracts/money/payments';
import type Stripe from 'stripe';
import type { CardInvoice } from '../../billing/index.ts';
import { momentOf } from '../stripe/shapes.ts';

const statusOf = (status: Stripe.Invoice['status']): InvoiceStatus =>
  status === 'paid' ? 'PAID' : status === 'void' || status === 'uncollectible' ? 'VOID' : 'DUE';

const lineOf = ({ description, quantity, amount }: Stripe.InvoiceLineItem) => {
  const count = quantity === null || quantity < 1 ? 1 : quantity;
  return {
    description: description ?? 'Payment',
    quantity: count,
    unitAmount: Math.round(amount / count),
    amount,
  };
};

export const readCardInvoice = (invoice: Stripe.Invoice): CardInvoice => {
  const status = statusOf(invoice.status);
  const paidAt = invoice.status_transitions.paid_at;
  const due = invoice.due_date ?? invoice.created;
  return {
    externalId: invoice.id,
    currency: invoice.currency.toUpperCase(),
    lines: invoice.lines.data.map(lineOf),
    total: invoice.total,
    status,
    issuedAt: momentOf(invoice.created),
    dueAt: status === 'DUE' ? momentOf(due) : null,
    paidAt: status === 'PAID' && paidAt !== null ? momentOf(paidAt) : null,
  };
};
