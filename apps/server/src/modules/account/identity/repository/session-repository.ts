import { and, desc, eq, lt, ne } from 'drizzle-orm';
import { sessions } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** More than this many sessions are not shown; ending all others reaches them too. */
const mostShown = 100;

export const sessionRepository = {
  insert: async (db: AnyDb, session: typeof sessions.$inferInsert): Promise<void> => {
    await db.insert(sessions).values(session);
  },

  /** The sessions of a person in all their companies, newest first. */
  listOf: (db: AnyDb, userId: string): Promise<SessionRow[]> =>
    db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(desc(sessions.createdAt))
      .limit(mostShown),

  /** Ends a session; returns whose it was and what it knew of a provider, or undefined when there was none. */
  delete: async (db: AnyDb, tokenHash: string) =>
    (
      await db
        .delete(sessions)
        .where(eq(sessions.tokenHash, tokenHash))
        .returning({ userId: sessions.userId, provider: sessions.provider, idToken: sessions.idToken })
    )[0],

  /** Ends one of a person's sessions by its shown id; false when there is none. */
  deleteOne: async (db: AnyDb, userId: string, id: string): Promise<boolean> =>
    (
      await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
        .returning({ id: sessions.id })
    ).length === 1,

  deleteAll: async (db: AnyDb, userId: string): Promise<void> => {
    await db.delete(sessions).where(eq(sessions.userId, userId));
  },

  /** Ends a person's sessions but the one of `keptHash`; returns how many there were. */
  deleteOthers: async (db: AnyDb, userId: string, keptHash: string): Promise<number> =>
    (
      await db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keptHash)))
        .returning({ id: sessions.id })
    ).length,

  deleteExpired: async (db: AnyDb, now: Date): Promise<void> => {
    await db.delete(sessions).where(lt(sessions.expiresAt, now));
  },
};
