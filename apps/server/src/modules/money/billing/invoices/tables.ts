import type { InvoiceLine, InvoiceStatus } from '@atelier/contracts/money/payments';
import { bigint, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { moment, tenantTable } from '../../../../kernel/db/tenant-table.ts';

export const paymentAccounts = tenantTable('payment_accounts', {
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  lastInvoice: integer('last_invoice').notNull().default(0),
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
