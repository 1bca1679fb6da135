import type { CancelReason, InvoiceLine, InvoiceStatus } from '@atelier/contracts/money/payments';
import { bigint, boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

/** Which company a customer of the payment provider is. Belongs to no tenant, because events name only the customer. */
export const paymentCustomers = pgTable('payment_customers', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
});

export const paymentAccounts = tenantTable('payment_accounts', {
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  lastInvoice: integer('last_invoice').notNull().default(0),
});

export const paymentEvents = tenantTable('payment_events', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  createdAt: createdAt(),
});

export const invoices = tenantTable('invoices', {
  id: text('id').notNull(),
  ordinal: integer('ordinal').notNull(),
  number: text('number').notNull(),
  companyName: text('company_name').notNull(),
  currency: text('currency').notNull(),
  total: bigint('total', { mode: 'number' }).notNull(),
  lines: jsonb('lines').$type<InvoiceLine[]>().notNull(),
  status: text('status').$type<InvoiceStatus>().notNull(),
  dueAt: moment('due_at'),
  paidAt: moment('paid_at'),
  externalId: text('external_id'),
  issuedAt: moment('issued_at').notNull().defaultNow(),
});
export type InvoiceRow = typeof invoices.$inferSelect;

export const planCancellations = tenantTable('plan_cancellations', {
  id: text('id').notNull(),
  planId: text('plan_id').notNull(),
  reasons: text('reasons').array().$type<CancelReason[]>().notNull(),
  comment: text('comment'),
  atCycleEnd: boolean('at_cycle_end').notNull(),
  endsAt: moment('ends_at').notNull(),
  createdAt: createdAt(),
});
