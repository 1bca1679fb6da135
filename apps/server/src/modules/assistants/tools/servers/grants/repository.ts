import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../../kernel/db/tenant-db.ts';
import {
  type GrantRow,
  mcpGrantAttempts,
  mcpGrants,
  mcpWithdrawals,
  type WithdrawalRow,
} from '../../tables.ts';

type Attempt = Omit<typeof mcpGrantAttempts.$inferSelect, 'tenantId'>;
type NewGrant = Omit<typeof mcpGrants.$inferInsert, 'tenantId'>;

/** Whose account at which server: null stands for the company. */
export interface GrantOwner {
  mcpId: string;
  personId: string | null;
}

/** Authorizations that were started and are not finished. */
export const grantAttemptRepository = {
  async insert(db: TenantDb, attempt: Attempt, now: Date): Promise<void> {
    await db.delete(mcpGrantAttempts).where(lt(mcpGrantAttempts.expiresAt, now));
    await db.insert(mcpGrantAttempts).values(attempt);
  },

  /** Consumes an attempt. Returns undefined when it is unknown, expired, already used, or of another user or session. */
  async consume(
    db: TenantDb,
    own: Pick<Attempt, 'stateHash' | 'sessionHash' | 'userId'>,
    now: Date,
  ): Promise<Attempt | undefined> {
    const [attempt] = await db
      .delete(mcpGrantAttempts)
      .where(
        and(
          eq(mcpGrantAttempts.stateHash, own.stateHash),
          eq(mcpGrantAttempts.sessionHash, own.sessionHash),
          eq(mcpGrantAttempts.userId, own.userId),
          gt(mcpGrantAttempts.expiresAt, now),
        ),
      )
      .returning();
    return attempt;
  },
};

const ownedBy = ({ mcpId, personId }: GrantOwner) =>
  and(
    eq(mcpGrants.mcpId, mcpId),
    personId === null ? isNull(mcpGrants.personId) : eq(mcpGrants.personId, personId),
  );

const unchanged = ({ id, revision }: Pick<GrantRow, 'id' | 'revision'>) =>
  and(eq(mcpGrants.id, id), eq(mcpGrants.revision, revision));

/** Accounts at MCP servers. The database orders that the tokens of those that are removed are withdrawn. */
export const grantRepository = {
  async find(db: TenantDb, owner: GrantOwner): Promise<GrantRow | undefined> {
    const [row] = await db.select().from(mcpGrants).where(ownedBy(owner));
    return row;
  },

  /** Lists the accounts of the company and of a person at servers. */
  listFor: (db: TenantDb, mcpIds: readonly string[], personId: string): Promise<GrantRow[]> =>
    mcpIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(mcpGrants)
          .where(
            and(
              inArray(mcpGrants.mcpId, [...mcpIds]),
              or(isNull(mcpGrants.personId), eq(mcpGrants.personId, personId)),
            ),
          ),

  async replace(db: TenantDb, row: NewGrant): Promise<void> {
    await db.delete(mcpGrants).where(ownedBy({ mcpId: row.mcpId, personId: row.personId ?? null }));
    await db.insert(mcpGrants).values(row);
  },

  /** Removes an account. Returns false when there is none. */
  async remove(db: TenantDb, owner: GrantOwner): Promise<boolean> {
    const removed = await db.delete(mcpGrants).where(ownedBy(owner)).returning({ id: mcpGrants.id });
    return removed.length > 0;
  },

  /** Removes all accounts at a server. */
  async removeAll(db: TenantDb, mcpId: string): Promise<void> {
    await db.delete(mcpGrants).where(eq(mcpGrants.mcpId, mcpId));
  },

  /** Lists all accounts of the company and of its members. */
  listAll: (db: TenantDb): Promise<GrantRow[]> => db.select().from(mcpGrants),

  /** Takes the renewal of tokens upon this process. Returns false while another one has it, or has renewed them. */
  async claimRenewal(db: TenantDb, row: GrantRow, now: Date, until: Date): Promise<boolean> {
    const isFree = or(isNull(mcpGrants.renewingUntil), lt(mcpGrants.renewingUntil, now));
    const claimed = await db
      .update(mcpGrants)
      .set({ renewingUntil: until })
      .where(and(unchanged(row), isFree))
      .returning({ id: mcpGrants.id });
    return claimed.length > 0;
  },

  /** Stores how a renewal ended, or what was found out about the account, unless its tokens were changed meanwhile. */
  async change(
    db: TenantDb,
    row: Pick<GrantRow, 'id' | 'revision'>,
    change: Partial<Pick<GrantRow, 'secrets' | 'expiresAt' | 'problem' | 'missingScope' | 'scope'>>,
  ): Promise<void> {
    const revision = change.secrets === undefined ? {} : { revision: sql`${mcpGrants.revision} + 1` };
    await db
      .update(mcpGrants)
      .set({ ...change, ...revision, renewingUntil: null })
      .where(unchanged(row));
  },
};

/** Accounts that were forgotten, until their tokens are withdrawn. */
export const withdrawalRepository = {
  async find(db: TenantDb, id: string): Promise<WithdrawalRow | undefined> {
    const [row] = await db.select().from(mcpWithdrawals).where(eq(mcpWithdrawals.id, id));
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(mcpWithdrawals).where(eq(mcpWithdrawals.id, id));
  },
};
