import { eq } from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../../kernel/db/tenant-db.ts';
import { paymentCustomers, paymentEvents, planCancellations } from './tables.ts';

type Cancellation = typeof planCancellations.$inferInsert;

export const paymentRepository = {
  async findTenant(db: GlobalDb, customerId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ tenantId: paymentCustomers.tenantId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.customerId, customerId));
    return row?.tenantId;
  },

  async findCustomer(db: TenantDb, tenantId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ customerId: paymentCustomers.customerId })
      .from(paymentCustomers)
      .where(eq(paymentCustomers.tenantId, tenantId));
    return row?.customerId;
  },

  /** Stores the customer of a tenant unless there is one, and returns the stored one. Concurrent callers get the same. */
  async keepCustomer(db: TenantDb, tenantId: string, customerId: string): Promise<string> {
    await db.insert(paymentCustomers).values({ tenantId, customerId }).onConflictDoNothing();
    return (await paymentRepository.findCustomer(db, tenantId)) ?? customerId;
  },

  /** Returns false when the event was handled before. */
  async keepEvent(db: TenantDb, event: { id: string; type: string }): Promise<boolean> {
    const kept = await db
      .insert(paymentEvents)
      .values(event)
      .onConflictDoNothing()
      .returning({ id: paymentEvents.id });
    return kept.length === 1;
  },

  async hasEvent(db: TenantDb, id: string): Promise<boolean> {
    const rows = await db
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(eq(paymentEvents.id, id));
    return rows.length === 1;
  },

  async insertCancellation(db: TenantDb, cancellation: Cancellation): Promise<void> {
    await db.insert(planCancellations).values(cancellation);
  },
};
