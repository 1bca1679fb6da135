import { Role } from '@atelier/contracts/kernel/permissions';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyDb } from './user-repository.ts';

const Row = z.object({
  tenant_id: z.string(),
  name: z.string(),
  role: Role,
  others: z.coerce.number(),
});

/** Reads a user's tenants as far as the deletion of their account affects them. */
export const userTenantRepository = {
  listOf: async (db: AnyDb, userId: string, tenantId?: string) => {
    const { rows } = await db.execute(sql`
      select t.id as tenant_id, t.name, m.role,
        (select count(*) from memberships o where o.tenant_id = t.id and o.user_id <> m.user_id) as others
      from memberships m join tenants t on t.id = m.tenant_id
      where m.user_id = ${userId} and t.closing_at is null
        and (${tenantId ?? null}::text is null or t.id = ${tenantId ?? null})
      order by m.role = 'OWNER' desc, t.name, t.id`);
    return Row.array().parse(rows);
  },

  /** Locks every membership of a user until the transaction ends, so that none of them becomes an ownership meanwhile. */
  lockOf: async (db: AnyDb, userId: string): Promise<void> => {
    await db.execute(sql`select 1 from memberships where user_id = ${userId} for update`);
  },

  /** Deletes sign-ups whose mailed link nobody followed. Nobody has ever signed in to their tenants. */
  deletePending: async (db: AnyDb, before: Date): Promise<void> => {
    await db.execute(sql`
      delete from tenants t using memberships m join users u on u.id = m.user_id
      where m.tenant_id = t.id and m.role = 'OWNER' and u.pending and u.created_at < ${before.toISOString()}
        and not exists (select 1 from memberships o where o.tenant_id = t.id and o.user_id <> u.id)`);
    await db.execute(sql`delete from users where pending and created_at < ${before.toISOString()}`);
  },
};
