import type { CancelReason } from '@atelier/contracts/money/payments';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

/** The tenant of each customer of the payment provider. Belongs to no tenant, because events name only the customer. */
export const paymentCustomers = pgTable('payment_customers', {
  customerId: text('customer_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
});

export const paymentEvents = tenantTable('payment_events', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  createdAt: createdAt(),
});

export const planCancellations = tenantTable('plan_cancellations', {
  id: text('id').notNull(),
  planId: text('plan_id').notNull(),
  reasons: text('reasons').array().$type<CancelReason[]>().notNull(),
  comment: text('comment'),
  atCycleEnd: boolean('at_cycle_end').notNull(),
  endsAt: moment('ends_at').notNull(),
  createdAt: createdAt(),
});
