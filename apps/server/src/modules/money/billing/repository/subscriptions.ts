import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type SubscriptionRow, subscriptions } from '../tables.ts';

export type NewSubscription = Omit<typeof subscriptions.$inferInsert, 'tenantId'>;
export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'tenantId' | 'createdAt'>>;

/** Declared, so that it leaves at once: what is sent after it is executed under the lock. */
const lockOwn = defineStatement((db, _values: Values<object>) =>
  db.select().from(subscriptions).for('update'),
);

/** Subscriptions, one per tenant. The row policy selects the row. */
export const subscriptionRepository = {
  async find(db: TenantDb): Promise<SubscriptionRow | undefined> {
    return (await db.select().from(subscriptions))[0];
  },

  /** Locks the subscription. Waits for holds and settlements in progress, and makes later ones wait. */
  async lock(db: TenantDb): Promise<SubscriptionRow | undefined> {
    return (await lockOwn(db, {}))[0];
  },

  /** Returns false when a concurrent insert was first. */
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
