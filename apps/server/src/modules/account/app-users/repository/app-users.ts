import { and, eq, gt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { appUserAccounts, appUserSessions, appUsers, appUserTokens, type Purpose } from '../tables.ts';

type ProviderSubject = Pick<typeof appUserAccounts.$inferSelect, 'provider' | 'subject'>;
export type AppUserRow = typeof appUsers.$inferSelect;

export const appUserRepository = {
  find: async (db: TenantDb, id: string): Promise<AppUserRow | undefined> =>
    (await db.select().from(appUsers).where(eq(appUsers.id, id)))[0],

  findByEmail: async (db: TenantDb, email: string): Promise<AppUserRow | undefined> =>
    (await db.select().from(appUsers).where(eq(appUsers.email, email)))[0],

  findBySession: async (db: TenantDb, tokenHash: string): Promise<AppUserRow | undefined> =>
    (
      await db
        .select({ user: appUsers })
        .from(appUserSessions)
        .innerJoin(appUsers, eq(appUsers.id, appUserSessions.userId))
        .where(and(eq(appUserSessions.tokenHash, tokenHash), gt(appUserSessions.expiresAt, sql`now()`)))
    )[0]?.user,

  async insert(db: TenantDb, row: typeof appUsers.$inferInsert): Promise<void> {
    await db.insert(appUsers).values(row);
  },

  async verify(db: TenantDb, id: string): Promise<void> {
    await db.update(appUsers).set({ emailVerified: true }).where(eq(appUsers.id, id));
  },

  /** Sets the password with a mailed token, which also proves the address. */
  async setPassword(db: TenantDb, id: string, passwordHash: string): Promise<void> {
    await db.update(appUsers).set({ passwordHash, emailVerified: true }).where(eq(appUsers.id, id));
  },
};

export const appUserAccountRepository = {
  /** Finds the app user behind the provider's own id of them. */
  findUser: async (db: TenantDb, { provider, subject }: ProviderSubject): Promise<AppUserRow | undefined> =>
    (
      await db
        .select({ user: appUsers })
        .from(appUserAccounts)
        .innerJoin(appUsers, eq(appUsers.id, appUserAccounts.userId))
        .where(and(eq(appUserAccounts.provider, provider), eq(appUserAccounts.subject, subject)))
    )[0]?.user,

  async insert(db: TenantDb, row: typeof appUserAccounts.$inferInsert): Promise<void> {
    await db.insert(appUserAccounts).values(row).onConflictDoNothing();
  },
};

export const appUserSessionRepository = {
  async insert(db: TenantDb, row: typeof appUserSessions.$inferInsert): Promise<void> {
    await db.insert(appUserSessions).values(row);
  },

  async delete(db: TenantDb, tokenHash: string): Promise<void> {
    await db.delete(appUserSessions).where(eq(appUserSessions.tokenHash, tokenHash));
  },

  async deleteAll(db: TenantDb, userId: string): Promise<void> {
    await db.delete(appUserSessions).where(eq(appUserSessions.userId, userId));
  },

  async deleteExpired(db: TenantDb, userId: string): Promise<void> {
    await db
      .delete(appUserSessions)
      .where(and(eq(appUserSessions.userId, userId), sql`${appUserSessions.expiresAt} <= now()`));
  },
};

export const appUserTokenRepository = {
  /** Stores a token. The earlier one for the same purpose becomes invalid. */
  async put(db: TenantDb, row: typeof appUserTokens.$inferInsert): Promise<void> {
    await db
      .delete(appUserTokens)
      .where(and(eq(appUserTokens.userId, row.userId), eq(appUserTokens.purpose, row.purpose)));
    await db.insert(appUserTokens).values(row);
  },

  /** Uses a token up. Returns its user, or undefined when it is unknown, expired or was used before. */
  consume: async (db: TenantDb, tokenHash: string, purpose: Purpose): Promise<string | undefined> =>
    (
      await db
        .delete(appUserTokens)
        .where(
          and(
            eq(appUserTokens.tokenHash, tokenHash),
            eq(appUserTokens.purpose, purpose),
            gt(appUserTokens.expiresAt, sql`now()`),
          ),
        )
        .returning({ userId: appUserTokens.userId })
    )[0]?.userId,

  /** True when the token can be used. */
  isOpen: async (db: TenantDb, tokenHash: string, purpose: Purpose): Promise<boolean> =>
    (await db.$count(
      appUserTokens,
      and(
        eq(appUserTokens.tokenHash, tokenHash),
        eq(appUserTokens.purpose, purpose),
        gt(appUserTokens.expiresAt, sql`now()`),
      ),
    )) > 0,

  async deleteTokens(db: TenantDb, userId: string): Promise<void> {
    await db.delete(appUserTokens).where(eq(appUserTokens.userId, userId));
  },
};
