import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { readCardInvoice } from './handle-event.ts';

const line = (quantity: number | null, amount: number, description: string | null = 'Plan') => ({
  ...{ quantity, amount, description },
});
const invoice = (more: object) =>
  readCardInvoice({
    ...{ id: 'in_1', currency: 'usd', total: 1000, created: 1_767_225_600, due_date: null, status: 'open' },
    ...{ lines: { data: [] }, status_transitions: { paid_at: null } },
    ...more,
  } as unknown as Stripe.Invoice);
const created = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');

it.each([
  [{}, { status: 'DUE', dueAt: created, paidAt: null }],
  [
    { status: 'draft', due_date: 1_767_312_000 },
    { status: 'DUE', dueAt: later, paidAt: null },
  ],
  [
    { status: 'paid', status_transitions: { paid_at: 1_767_312_000 } },
    { status: 'PAID', dueAt: null, paidAt: later },
  ],
  [{ status: 'paid' }, { status: 'PAID', dueAt: null, paidAt: null }],
  [
    { status: 'void', status_transitions: { paid_at: 1_767_312_000 } },
    { status: 'VOID', dueAt: null, paidAt: null },
  ],
  [{ status: 'uncollectible' }, { status: 'VOID' }],
])('reads of the invoice %j its state', (more, read) => {
  expect(invoice(more)).toMatchObject({
    externalId: 'in_1',
    currency: 'USD',
    total: 1000,
    issuedAt: created,
    ...read,
  });
});

it('reads its lines with the price of one', () => {
  const data = [line(3, 1000), line(null, 5), line(0, 7, null), line(1, 8), line(-2, 9)];
  expect(invoice({ lines: { data } }).lines).toEqual([
    { description: 'Plan', quantity: 3, unitAmount: 333, amount: 1000 },
    { description: 'Plan', quantity: 1, unitAmount: 5, amount: 5 },
    { description: 'Payment', quantity: 1, unitAmount: 7, amount: 7 },
    { description: 'Plan', quantity: 1, unitAmount: 8, amount: 8 },
    { description: 'Plan', quantity: 1, unitAmount: 9, amount: 9 },
  ]);
});
