import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type SubscriptionRow, subscriptions } from '../tables.ts';

export type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'tenantId'>;
export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'tenantId' | 'createdAt'>>;

/** One row for each company; the row policy finds it. */
export const subscriptionRepository = {
  async find(db: TenantDb): Promise<SubscriptionRow | undefined> {
    return (await db.select().from(subscriptions))[0];
  },

  /** Waits for every debit under way, and makes later ones wait for this transaction. */
  async lock(db: TenantDb): Promise<SubscriptionRow | undefined> {
    return (await db.select().from(subscriptions).for('update'))[0];
  },

  /** False when another one was first. */
  async insert(db: TenantDb, row: NewSubscription): Promise<boolean> {
    const rows = await db.insert(subscriptions).values(row).onConflictDoNothing().returning({
      planId: subscriptions.planId,
    });
    return rows.length === 1;
  },

  async update(db: TenantDb, change: SubscriptionChange): Promise<SubscriptionRow> {
    const [row] = await db.update(subscriptions).set(change).returning();
    if (!row) throw new Error('There is no subscription to change.');
    return row;
  },
};
