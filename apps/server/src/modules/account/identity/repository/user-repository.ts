import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { GlobalDb, TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  accounts,
  apiKeys,
  type Guide,
  type Purpose,
  signInAttempts,
  users,
  verifications,
} from '../tables.ts';

/** These tables have no row policy, so both kinds of handle can read them. */
export type AnyDb = TenantDb | GlobalDb;

export type UserRow = typeof users.$inferSelect;
/** An address whose mailed link was followed; `mailProven` is true when a mail server delivered it. */
export type ProvenAddress = { email: string; mailProven: boolean };
export type VerificationRow = typeof verifications.$inferSelect;
export type ApiKeyRow = typeof apiKeys.$inferSelect;

const byId = defineStatement((db: AnyDb, { userId }: Values<{ userId: string }>) =>
  db.select().from(users).where(eq(users.id, userId)),
);

export const userRepository = {
  async insert(db: AnyDb, user: typeof users.$inferInsert): Promise<void> {
    await db.insert(users).values(user);
  },

  find: async (db: AnyDb, userId: string): Promise<UserRow | undefined> => (await byId(db, { userId }))[0],

  findByEmail: async (db: AnyDb, email: string): Promise<UserRow | undefined> =>
    (await db.select().from(users).where(eq(users.email, email)))[0],

  isEmailTaken: async (db: AnyDb, email: string): Promise<boolean> =>
    (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0,

  /** Marks the address as verified, unless the user has another one by now. */
  async verifyEmail(db: AnyDb, userId: string, { email, mailProven }: ProvenAddress): Promise<void> {
    await db
      .update(users)
      .set({ emailVerified: true, pending: false, mailProven: sql`${users.mailProven} or ${mailProven}` })
      .where(and(eq(users.id, userId), eq(users.email, email)));
  },

  /** Sets the new address, because its mailed link was followed. */
  async changeEmail(db: AnyDb, userId: string, { email, mailProven }: ProvenAddress): Promise<void> {
    await db.update(users).set({ email, emailVerified: true, mailProven }).where(eq(users.id, userId));
  },

  async rename(db: AnyDb, userId: string, name: string): Promise<void> {
    await db.update(users).set({ name }).where(eq(users.id, userId));
  },

  /** Marks one guided tour of a user as seen or unseen. Returns all tours that the user has seen. */
  async setGuide(db: AnyDb, userId: string, guide: Guide, seen: boolean): Promise<Guide[] | undefined> {
    const without = sql`array_remove(${users.guidesSeen}, ${guide})`;
    const [row] = await db
      .update(users)
      .set({ guidesSeen: seen ? sql`array_append(${without}, ${guide})` : without })
      .where(eq(users.id, userId))
      .returning({ guidesSeen: users.guidesSeen });
    return row?.guidesSeen;
  },

  async setPicture(db: AnyDb, userId: string, picture: string | null): Promise<void> {
    await db.update(users).set({ picture }).where(eq(users.id, userId));
  },

  /** Locks the users who signed up before then and never followed the mailed link. Returns their ids. */
  lockPending: async (db: AnyDb, before: Date): Promise<string[]> =>
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(users.pending, lt(users.createdAt, before)))
        .for('update')
    ).map(({ id }) => id),

  async deleteAll(db: AnyDb, userIds: readonly string[]): Promise<void> {
    await db.delete(users).where(sql`${users.id} = any (${sql.param([...userIds])}::text[])`);
  },

  async delete(db: AnyDb, userId: string): Promise<void> {
    await db.delete(users).where(eq(users.id, userId));
  },
};

export const accountRepository = {
  async insert(db: AnyDb, account: typeof accounts.$inferInsert): Promise<void> {
    await db.insert(accounts).values(account);
  },

  findPassword: async (db: AnyDb, email: string) =>
    (
      await db
        .select({
          userId: users.id,
          name: users.name,
          pending: users.pending,
          passwordHash: accounts.passwordHash,
        })
        .from(users)
        .innerJoin(accounts, and(eq(accounts.provider, 'password'), eq(accounts.subject, users.id)))
        .where(eq(users.email, email))
    )[0],

  /** Returns the hash of the user's password; null or undefined without one. */
  findPasswordHash: async (db: AnyDb, userId: string): Promise<string | null | undefined> =>
    (
      await db
        .select({ passwordHash: accounts.passwordHash })
        .from(accounts)
        .where(and(eq(accounts.provider, 'password'), eq(accounts.subject, userId)))
    )[0]?.passwordHash,

  async setPassword(db: AnyDb, userId: string, passwordHash: string): Promise<void> {
    await db
      .update(accounts)
      .set({ passwordHash })
      .where(and(eq(accounts.provider, 'password'), eq(accounts.subject, userId)));
  },

  /** Lists the ways in which the user signs in: `password`, or the names of providers. */
  listProviders: async (db: AnyDb, userId: string): Promise<string[]> =>
    (await db.select({ provider: accounts.provider }).from(accounts).where(eq(accounts.userId, userId))).map(
      ({ provider }) => provider,
    ),
};

export const verificationRepository = {
  /** Replaces the open token of this user and purpose. */
  async put(db: AnyDb, verification: typeof verifications.$inferInsert): Promise<void> {
    const { userId: _userId, purpose: _purpose, ...fresh } = verification;
    await db
      .insert(verifications)
      .values(verification)
      .onConflictDoUpdate({ target: [verifications.userId, verifications.purpose], set: fresh });
  },

  /** Finds an open token with one of these purposes. */
  find: async (
    db: AnyDb,
    token: { hash: string; purposes: Purpose[] },
    now: Date,
  ): Promise<VerificationRow | undefined> =>
    (
      await db
        .select()
        .from(verifications)
        .where(
          and(
            eq(verifications.tokenHash, token.hash),
            inArray(verifications.purpose, token.purposes),
            gt(verifications.expiresAt, now),
          ),
        )
    )[0],

  /** Deletes the open tokens of a user that somebody with the old password may have ordered. */
  async deleteVerifications(db: AnyDb, userId: string): Promise<void> {
    await db
      .delete(verifications)
      .where(and(eq(verifications.userId, userId), ne(verifications.purpose, 'verify-email')));
  },

  /** Uses up the token. Only one of two concurrent callers gets true. */
  consume: async (db: AnyDb, tokenHash: string): Promise<boolean> =>
    (
      await db
        .delete(verifications)
        .where(eq(verifications.tokenHash, tokenHash))
        .returning({ userId: verifications.userId })
    ).length === 1,

  async deleteExpired(db: AnyDb, now: Date): Promise<void> {
    await db.delete(verifications).where(lt(verifications.expiresAt, now));
  },
};

export const apiKeyRepository = {
  find: async (db: AnyDb, tenantId: string, userId: string): Promise<ApiKeyRow | undefined> =>
    (
      await db
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.userId, userId)))
    )[0],

  /** Returns undefined when the user already has a key. */
  insert: async (db: AnyDb, key: typeof apiKeys.$inferInsert): Promise<ApiKeyRow | undefined> =>
    (await db.insert(apiKeys).values(key).onConflictDoNothing().returning())[0],

  /** Revokes the keys of a user in all their tenants. Returns how many there were. */
  deleteAll: async (db: AnyDb, userId: string): Promise<number> =>
    (await db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ hint: apiKeys.hint })).length,

  async replace(db: AnyDb, key: typeof apiKeys.$inferInsert): Promise<void> {
    await db
      .insert(apiKeys)
      .values(key)
      .onConflictDoUpdate({
        target: [apiKeys.tenantId, apiKeys.userId],
        set: { keyHash: key.keyHash, hint: key.hint, createdAt: sql`now()` },
      });
  },
};

export const signInAttemptRepository = {
  /** Counts one more attempt. The count starts again when the first attempt is older than `since`. */
  async count(db: AnyDb, callerHash: string, since: Date) {
    const isOld = sql`${signInAttempts.beganAt} < ${since.toISOString()}::timestamptz`;
    const [row] = await db
      .insert(signInAttempts)
      .values({ callerHash, attempts: 1 })
      .onConflictDoUpdate({
        target: signInAttempts.callerHash,
        set: {
          attempts: sql`case when ${isOld} then 1 else ${signInAttempts.attempts} + 1 end`,
          beganAt: sql`case when ${isOld} then now() else ${signInAttempts.beganAt} end`,
        },
      })
      .returning();
    if (!row) throw new Error('The attempt was not counted.');
    return row;
  },

  async forget(db: AnyDb, callerHash: string): Promise<void> {
    await db.delete(signInAttempts).where(eq(signInAttempts.callerHash, callerHash));
  },

  async deleteBefore(db: AnyDb, since: Date): Promise<void> {
    await db.delete(signInAttempts).where(lt(signInAttempts.beganAt, since));
  },
};
