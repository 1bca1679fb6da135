import { and, asc, eq, gt, lt, ne } from 'drizzle-orm';
import { accounts, openidAttempts, passkeys, sessions, users } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type OpenidAttempt = typeof openidAttempts.$inferSelect;
export type AccountRow = typeof accounts.$inferSelect;

/** The sign-ins at a provider that were started. */
export const openidAttemptRepository = {
  async insert(db: AnyDb, attempt: OpenidAttempt): Promise<void> {
    await db.insert(openidAttempts).values(attempt);
  },

  /** Uses up an attempt. Returns undefined when it is unknown, expired, already used, or of another browser. */
  consume: async (
    db: AnyDb,
    { stateHash, browserHash }: Pick<OpenidAttempt, 'stateHash' | 'browserHash'>,
    now: Date,
  ): Promise<OpenidAttempt | undefined> =>
    (
      await db
        .delete(openidAttempts)
        .where(
          and(
            eq(openidAttempts.stateHash, stateHash),
            eq(openidAttempts.browserHash, browserHash),
            gt(openidAttempts.expiresAt, now),
          ),
        )
        .returning()
    )[0],

  async deleteExpired(db: AnyDb, now: Date): Promise<void> {
    await db.delete(openidAttempts).where(lt(openidAttempts.expiresAt, now));
  },
};

/** The accounts with which users sign in: passwords and providers. */
export const signInAccountRepository = {
  async insert(db: AnyDb, account: typeof accounts.$inferInsert): Promise<void> {
    await db.insert(accounts).values(account);
  },

  /** Finds the user behind the provider's own id of them. */
  findUser: async (db: AnyDb, { provider, subject }: Pick<AccountRow, 'provider' | 'subject'>) =>
    (
      await db
        .select({ userId: users.id, name: users.name })
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.userId))
        .where(and(eq(accounts.provider, provider), eq(accounts.subject, subject)))
    )[0],

  listAccountRows: (db: AnyDb, userId: string): Promise<AccountRow[]> =>
    db
      .select()
      .from(accounts)
      .where(eq(accounts.userId, userId))
      .orderBy(asc(accounts.createdAt), asc(accounts.id)),

  /** Removes an account of the user. Returns undefined when it is not theirs. */
  delete: async (db: AnyDb, userId: string, id: string): Promise<AccountRow | undefined> =>
    (
      await db
        .delete(accounts)
        .where(and(eq(accounts.userId, userId), eq(accounts.id, id)))
        .returning()
    )[0],

  /** Removes every provider; a password stays. */
  async deleteProviders(db: AnyDb, userId: string): Promise<void> {
    await db.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.provider, 'password')));
  },

  /**
   * Counts the ways in which a user can sign in. Locks the user's row, so that two concurrent removals cannot each rely on the way that the
   * other removes.
   */
  async countWaysIn(db: AnyDb, userId: string): Promise<number> {
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const byAccount = await db.$count(accounts, eq(accounts.userId, userId));
    return byAccount + (await db.$count(passkeys, eq(passkeys.userId, userId)));
  },
};

/** The provider that a session came from. */
export const sessionProviderRepository = {
  async put(
    db: AnyDb,
    tokenHash: string,
    { provider, idToken }: { provider: string; idToken: string },
  ): Promise<void> {
    await db.update(sessions).set({ provider, idToken }).where(eq(sessions.tokenHash, tokenHash));
  },

  find: async (db: AnyDb, tokenHash: string) =>
    (
      await db
        .select({ provider: sessions.provider, idToken: sessions.idToken })
        .from(sessions)
        .where(eq(sessions.tokenHash, tokenHash))
    )[0],
};
