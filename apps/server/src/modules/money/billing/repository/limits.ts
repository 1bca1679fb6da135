import { and, asc, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type UsageLimitRow, usageLimits } from '../tables.ts';

type Named = Pick<UsageLimitRow, 'scope' | 'subjectId' | 'period' | 'kind'>;

const bySubject = ({ scope, subjectId }: Named, user: string, app: string) =>
  scope === 'TENANT'
    ? sql`true`
    : scope === 'USER'
      ? sql`${sql.raw(user)} = ${subjectId}`
      : sql`${sql.raw(app)} = ${subjectId}`;

export const limitRepository = {
  list: (db: TenantDb): Promise<UsageLimitRow[]> =>
    db
      .select()
      .from(usageLimits)
      .orderBy(
        sql`array_position(array['TENANT', 'APP', 'USER'], ${usageLimits.scope})`,
        asc(usageLimits.createdAt),
      ),

  async find(db: TenantDb, id: string): Promise<UsageLimitRow | undefined> {
    return (await db.select().from(usageLimits).where(eq(usageLimits.id, id)))[0];
  },

  async findNamed(
    db: TenantDb,
    { scope, subjectId, period, kind }: Named,
  ): Promise<UsageLimitRow | undefined> {
    const [row] = await db
      .select()
      .from(usageLimits)
      .where(
        and(
          eq(usageLimits.scope, scope),
          eq(usageLimits.subjectId, subjectId),
          eq(usageLimits.period, period),
          eq(usageLimits.kind, kind),
        ),
      );
    return row;
  },

  /** Returns the micro-credits used and held by the limit's subject since its period began. */
  async usedBy(db: TenantDb, limit: Named): Promise<{ used: number; countedFrom: Date }> {
    const { rows } = await db.execute(sql`
      with beginning as (select atelier.beginning_of(${limit.period}) as at)
      select extract(epoch from at)::float8 * 1000 as counted_from,
        (select coalesce(sum(amount), 0) from usage_records where created_at >= at and ${bySubject(limit, 'user_id', 'app_id')})
        + (select coalesce(sum(amount), 0) from ledger_holds where created_at >= at and ${bySubject(limit, 'user_id', 'app_id')})
        as used from beginning`);
    const row = rows[0];
    return { used: Number(row?.['used'] ?? 0), countedFrom: new Date(Number(row?.['counted_from'] ?? 0)) };
  },

  async insert(db: TenantDb, row: Omit<typeof usageLimits.$inferInsert, 'tenantId'>): Promise<UsageLimitRow> {
    const [inserted] = await db.insert(usageLimits).values(row).returning();
    if (!inserted) throw new Error('The limit was not stored.');
    return inserted;
  },

  async change(db: TenantDb, id: string, amount: number): Promise<UsageLimitRow | undefined> {
    const rows = await db
      .update(usageLimits)
      // After a limit was raised, it may warn again.
      .set({ amount, warnedFrom: null })
      .where(eq(usageLimits.id, id))
      .returning();
    return rows[0];
  },

  async remove(db: TenantDb, id: string): Promise<UsageLimitRow | undefined> {
    return (await db.delete(usageLimits).where(eq(usageLimits.id, id)).returning())[0];
  },
};
