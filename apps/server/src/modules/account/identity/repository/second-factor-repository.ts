import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { recoveryCodes, secondFactors } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export const secondFactorRepository = {
  find: async (db: AnyDb, userId: string): Promise<SecondFactorRow | undefined> =>
    (await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0],

  isOn: async (db: AnyDb, userId: string): Promise<boolean> =>
    (
      await db
        .select({ userId: secondFactors.userId })
        .from(secondFactors)
        .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)))
    ).length > 0,

  /** Stores a secret that waits for its first code, and replaces an earlier one. Returns false when one is already confirmed. */
  propose: async (db: AnyDb, userId: string, secret: string): Promise<boolean> =>
    (
      await db
        .insert(secondFactors)
        .values({ userId, secret })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: { secret, lastStep: 0 },
          setWhere: isNull(secondFactors.confirmedAt),
        })
        .returning({ userId: secondFactors.userId })
    ).length === 1,

  async confirm(db: AnyDb, userId: string): Promise<void> {
    await db.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, userId));
  },

  /** Uses up the code of a time step. Only one of two concurrent callers with the same code gets true. */
  advance: async (db: AnyDb, userId: string, step: number): Promise<boolean> =>
    (
      await db
        .update(secondFactors)
        .set({ lastStep: step })
        .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
        .returning({ userId: secondFactors.userId })
    ).length === 1,

  async remove(db: AnyDb, userId: string): Promise<void> {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await db.delete(secondFactors).where(eq(secondFactors.userId, userId));
  },

  async replaceRecoveryCodes(db: AnyDb, userId: string, hashes: string[]): Promise<void> {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
  },

  /** Uses up a recovery code. Only one of two concurrent callers with the same code gets true. */
  takeRecoveryCode: async (db: AnyDb, userId: string, codeHash: string): Promise<boolean> =>
    (
      await db
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
        .returning({ userId: recoveryCodes.userId })
    ).length === 1,

  countRecoveryCodes: (db: AnyDb, userId: string): Promise<number> =>
    db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
};
