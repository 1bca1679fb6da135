import { asc, eq } from 'drizzle-orm';
import type { TenantDb } from '../../../../../kernel/db/tenant-db.ts';
import { alertRules, type RuleRow } from '../tables.ts';

export const ruleRepository = {
  list: (db: TenantDb): Promise<RuleRow[]> =>
    db.select().from(alertRules).orderBy(asc(alertRules.createdAt), asc(alertRules.id)),

  /** Locks the rules that are on, so that two checks of a company work one after another. */
  lockEnabled: (db: TenantDb): Promise<RuleRow[]> =>
    db
      .select()
      .from(alertRules)
      .where(eq(alertRules.enabled, true))
      .orderBy(asc(alertRules.id))
      .for('update'),

  async find(db: TenantDb, id: string): Promise<RuleRow | undefined> {
    const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id));
    return row;
  },

  async insert(db: TenantDb, row: Omit<typeof alertRules.$inferInsert, 'tenantId'>): Promise<RuleRow> {
    const [stored] = await db.insert(alertRules).values(row).returning();
    if (stored === undefined) throw new Error('The database returned no row.');
    return stored;
  },

  async change(db: TenantDb, id: string, change: Partial<RuleRow>): Promise<RuleRow | undefined> {
    const [row] = await db.update(alertRules).set(change).where(eq(alertRules.id, id)).returning();
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(alertRules).where(eq(alertRules.id, id));
  },
};
