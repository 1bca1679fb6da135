import { and, desc, eq, lt, ne } from 'drizzle-orm';
import { sessions } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type SessionRow = typeof sessions.$inferSelect;

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
