import { asc, desc, eq, sql } from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../kernel/db/tenant-db.ts';
import { memberships, tenants } from './tables.ts';

/** These tables are on the short list without row policy: both kinds of handle reach them. */
export type AnyDb = TenantDb | GlobalDb;

export const tenancyRepository = {
  insertTenant: async (db: AnyDb, tenant: { id: string; name: string; slug: string }): Promise<void> => {
    await db.insert(tenants).values(tenant);
  },

  insertMembership: async (db: AnyDb, membership: typeof memberships.$inferInsert): Promise<void> => {
    await db.insert(memberships).values(membership);
  },

  /** The tenants of a user, the own one first, then by age. */
  listMemberships: (db: AnyDb, userId: string) =>
    db
      .select({
        tenantId: tenants.id,
        tenantName: tenants.name,
        status: tenants.status,
        role: memberships.role,
      })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .where(eq(memberships.userId, userId))
      .orderBy(desc(sql`${memberships.role} = 'OWNER'`), asc(memberships.createdAt), asc(tenants.id)),
};
