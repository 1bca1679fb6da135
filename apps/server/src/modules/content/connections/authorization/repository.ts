import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type AuthorizationRow, authorizationAttempts, authorizations } from '../tables.ts';

type Attempt = Omit<typeof authorizationAttempts.$inferSelect, 'tenantId'>;

/** Authorizations that were started and are not finished. */
export const attemptRepository = {
  async insert(db: TenantDb, attempt: Attempt, now: Date): Promise<void> {
    await db.delete(authorizationAttempts).where(lt(authorizationAttempts.expiresAt, now));
    await db.insert(authorizationAttempts).values(attempt);
  },

  /**
   * Consumes an attempt. Returns undefined when it is unknown, expired, already used, or belongs to another user or
   * session.
   */
  consume: async (
    db: TenantDb,
    { stateHash, sessionHash, userId }: Pick<Attempt, 'stateHash' | 'sessionHash' | 'userId'>,
    now: Date,
  ): Promise<Attempt | undefined> =>
    (
      await db
        .delete(authorizationAttempts)
        .where(
          and(
            eq(authorizationAttempts.stateHash, stateHash),
            eq(authorizationAttempts.sessionHash, sessionHash),
            eq(authorizationAttempts.userId, userId),
            gt(authorizationAttempts.expiresAt, now),
          ),
        )
        .returning()
    )[0],
};

export const authorizationRepository = {
  insert: async (
    db: TenantDb,
    row: typeof authorizations.$inferInsert,
  ): Promise<AuthorizationRow | undefined> => (await db.insert(authorizations).values(row).returning())[0],

  find: async (db: TenantDb, id: string): Promise<AuthorizationRow | undefined> =>
    (await db.select().from(authorizations).where(eq(authorizations.id, id)))[0],

  /** Takes the renewal of tokens upon this process. Returns false while another one has it, or has renewed them. */
  async claimRenewal(
    db: TenantDb,
    { id, revision }: Pick<AuthorizationRow, 'id' | 'revision'>,
    { now, until }: { now: Date; until: Date },
  ): Promise<boolean> {
    const isFree = or(isNull(authorizations.renewingUntil), lt(authorizations.renewingUntil, now));
    const claimed = await db
      .update(authorizations)
      .set({ renewingUntil: until })
      .where(and(eq(authorizations.id, id), eq(authorizations.revision, revision), isFree))
      .returning({ id: authorizations.id });
    return claimed.length > 0;
  },

  /** Gives up the renewal of tokens that were not renewed. */
  async giveUpRenewal(
    db: TenantDb,
    { id, revision }: Pick<AuthorizationRow, 'id' | 'revision'>,
  ): Promise<void> {
    await db
      .update(authorizations)
      .set({ renewingUntil: null })
      .where(and(eq(authorizations.id, id), eq(authorizations.revision, revision)));
  },

  /** Stores renewed tokens, unless another process has renewed them meanwhile. */
  renew: async (
    db: TenantDb,
    { id, revision }: Pick<AuthorizationRow, 'id' | 'revision'>,
    change: Pick<AuthorizationRow, 'tokens' | 'expiresAt'>,
  ): Promise<AuthorizationRow | undefined> =>
    (
      await db
        .update(authorizations)
        .set({ ...change, revision: revision + 1, renewingUntil: null })
        .where(and(eq(authorizations.id, id), eq(authorizations.revision, revision)))
        .returning()
    )[0],
};
