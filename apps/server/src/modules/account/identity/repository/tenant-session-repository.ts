import { and, eq, gt, sql } from 'drizzle-orm';
import { activeMemberships } from '../../tenancy/declarations.ts';
import { sessions, users } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

const inTenant = (tenantId: string, userId: string | undefined) =>
  and(eq(sessions.tenantId, tenantId), userId === undefined ? undefined : eq(sessions.userId, userId));

export const tenantSessionRepository = {
  /** Lists the users with an active session in the tenant: one user, or all. */
  listUsers: (db: AnyDb, tenantId: string, userId?: string) =>
    db
      .selectDistinct({ userId: users.id, name: users.name })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(inTenant(tenantId, userId), gt(sessions.expiresAt, sql`now()`))),

  /** Moves sessions to the user's own tenant, or else to the oldest other one that is active. */
  async moveAway(db: AnyDb, tenantId: string, userId?: string): Promise<void> {
    await db.execute(sql`
      update sessions s set tenant_id = target.tenant_id
      from (select distinct on (m.user_id) m.user_id, m.tenant_id
            from ${activeMemberships} m
            where m.tenant_id <> ${tenantId}
              and m.user_id in (select user_id from sessions where tenant_id = ${tenantId})
            order by m.user_id, m.role = 'OWNER' desc, m.created_at, m.tenant_id) target
      where s.tenant_id = ${tenantId} and s.user_id = target.user_id
        and (${userId ?? null}::text is null or s.user_id = ${userId ?? null})`);
  },

  /** Ends the sessions that could not be moved. */
  async deleteOfTenant(db: AnyDb, tenantId: string, userId?: string): Promise<void> {
    await db.delete(sessions).where(inTenant(tenantId, userId));
  },
};
