import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { passkeyChallenges, passkeys, users } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const passkeyRepository = {
  async insert(db: AnyDb, passkey: typeof passkeys.$inferInsert): Promise<void> {
    await db.insert(passkeys).values(passkey);
  },

  listPasskeyRows: (db: AnyDb, userId: string): Promise<PasskeyRow[]> =>
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),

  findWithUser: async (db: AnyDb, credentialId: string) =>
    (
      await db
        .select({ passkey: passkeys, name: users.name })
        .from(passkeys)
        .innerJoin(users, eq(users.id, passkeys.userId))
        .where(eq(passkeys.credentialId, credentialId))
    )[0],

  async rename(db: AnyDb, passkey: { id: string; userId: string; name: string }): Promise<boolean> {
    const { id, userId, name } = passkey;
    const renamed = await db
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    return renamed.length === 1;
  },

  async delete(db: AnyDb, userId: string, id: string): Promise<boolean> {
    const removed = await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    return removed.length === 1;
  },

  async deleteAll(db: AnyDb, userId: string): Promise<void> {
    await db.delete(passkeys).where(eq(passkeys.userId, userId));
  },

  /** Records a use. Returns false when the counter has not grown, which means that the device was copied. */
  async recordUse(
    db: AnyDb,
    { id, counter, isBackedUp }: Pick<PasskeyRow, 'id' | 'counter' | 'isBackedUp'>,
  ): Promise<boolean> {
    const isFresh = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const used = await db
      .update(passkeys)
      .set({ counter, isBackedUp, lastUsedAt: sql`now()` })
      .where(and(eq(passkeys.id, id), isFresh))
      .returning({ id: passkeys.id });
    return used.length === 1;
  },
};

export const passkeyChallengeRepository = {
  async insert(db: AnyDb, challenge: typeof passkeyChallenges.$inferInsert): Promise<void> {
    await db.insert(passkeyChallenges).values(challenge);
  },

  /** Uses up a challenge of this user (null: of a sign-in). Only one of two concurrent callers gets true. */
  async consume(
    db: AnyDb,
    { challengeHash, userId }: { challengeHash: string; userId: string | null },
    now: Date,
  ): Promise<boolean> {
    const isTheirs =
      userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
    const used = await db
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challengeHash, challengeHash),
          isTheirs,
          gt(passkeyChallenges.expiresAt, now),
        ),
      )
      .returning({ hash: passkeyChallenges.challengeHash });
    return used.length === 1;
  },

  async deleteExpired(db: AnyDb, now: Date): Promise<void> {
    await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  },
};
