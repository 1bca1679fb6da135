import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { activeMemberships } from '../../tenancy/declarations.ts';
import { sessions, users } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

type SessionRow = typeof sessions.$inferSelect;

/** More sessions than this are not shown; ending all others ends them too. */
const mostShown = 100;

export const sessionRepository = {
  async insert(db: AnyDb, session: typeof sessions.$inferInsert): Promise<void> {
    await db.insert(sessions).values(session);
  },

  /** Lists the sessions of a user in all their tenants, newest first. */
  listSessionRows: (db: AnyDb, userId: string): Promise<SessionRow[]> =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(mostShown),

  /** Ends a session. Returns its user and its provider, or undefined when there was no such session. */
  delete: async (db: AnyDb, tokenHash: string) =>
    (
      await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, tokenHash))
        .returning({ userId: sessions.userId, provider: sessions.provider, idToken: sessions.idToken })
    )[0],

  /** Ends one of a user's sessions by its public id. Returns false when there is none. */
  deleteOne: async (db: AnyDb, userId: string, id: string): Promise<boolean> =>
    (
      await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
        .returning({ id: sessions.id })
    ).length === 1,

  async deleteAll(db: AnyDb, userId: string): Promise<void> {
    await db.delete(sessions).where(eq(sessions.userId, userId));
  },

  /** Ends the sessions of a user except that of `keptHash`. Returns how many there were. */
  deleteOthers: async (db: AnyDb, userId: string, keptHash: string): Promise<number> =>
    (
      await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptHash)))
        .returning({ id: sessions.id })
    ).length,

  async deleteExpired(db: AnyDb, now: Date): Promise<void> {
    await db.delete(sessions).where(lt(sessions.expiresAt, now));
  },
};

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
