import { and, asc, count, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type Grant, invitationMails, invitations } from '../tables.ts';

/** An invitation is read before a tenant is known, so the table has no row policy, and every other statement names the tenant. */
type AnyDb = TenantDb | GlobalDb;

export type InvitationRow = typeof invitations.$inferSelect;

/** Identifies one invitation of one tenant. */
interface InvitationKey {
  tenantId: string;
  id: string;
}

const pending = (key: InvitationKey): SQL | undefined =>
  and(eq(invitations.tenantId, key.tenantId), eq(invitations.id, key.id), eq(invitations.status, 'PENDING'));

const mostPromised = 100;

/** Invitations that can still be accepted and that grant `entityId`. */
const promising = (tenantId: string, entityId: string): SQL | undefined =>
  and(
    eq(invitations.tenantId, tenantId),
    eq(invitations.status, 'PENDING'),
    gt(invitations.expiresAt, sql`now()`),
    sql`${invitations.grants} @> ${JSON.stringify([{ entityId }])}::jsonb`,
  );

export const invitationRepository = {
  /** Lists the invitations by email. */
  listPromising: (db: TenantDb, tenantId: string, entityId: string) =>
    db
      .select({ email: invitations.email, role: invitations.role, expiresAt: invitations.expiresAt })
      .from(invitations)
      .where(promising(tenantId, entityId))
      .orderBy(asc(invitations.email))
      .limit(mostPromised),

  isPromised: async (
    db: TenantDb,
    { tenantId, entityId, email }: { tenantId: string; entityId: string; email: string },
  ): Promise<boolean> =>
    (await db.$count(invitations, and(promising(tenantId, entityId), eq(invitations.email, email)))) > 0,

  async insert(db: TenantDb, row: typeof invitations.$inferInsert): Promise<void> {
    await db.insert(invitations).values(row);
  },

  findByToken: async (db: AnyDb, tokenHash: string): Promise<InvitationRow | undefined> =>
    (await db.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)))[0],

  findPending: async (db: TenantDb, key: InvitationKey): Promise<InvitationRow | undefined> =>
    (await db.select().from(invitations).where(pending(key)))[0],

  /** Locks a pending invitation until the transaction ends, so that nobody else gives it a new token. */
  lockPending: async (db: TenantDb, key: InvitationKey): Promise<InvitationRow | undefined> =>
    (await db.select().from(invitations).where(pending(key)).for('update'))[0],

  /** Finds the pending invitation of an address, expired or not. */
  findPendingByEmail: async (
    db: TenantDb,
    tenantId: string,
    email: string,
  ): Promise<InvitationRow | undefined> =>
    (
      await db
        .select()
        .from(invitations)
        .where(
          and(
            eq(invitations.tenantId, tenantId),
            eq(invitations.email, email),
            eq(invitations.status, 'PENDING'),
          ),
        )
    )[0],

  countPending: (db: TenantDb, tenantId: string): Promise<number> =>
    db.$count(
      invitations,
      and(
        eq(invitations.tenantId, tenantId),
        eq(invitations.status, 'PENDING'),
        gt(invitations.expiresAt, sql`now()`),
      ),
    ),

  /** Gives a pending invitation a new token, which makes the earlier one invalid, and a new expiry. */
  renew: async (
    db: TenantDb,
    key: InvitationKey,
    fresh: { tokenHash: string; expiresAt: Date; isLinkShown?: boolean },
  ): Promise<InvitationRow | undefined> =>
    (await db.update(invitations).set(fresh).where(pending(key)).returning())[0],

  async setGrants(db: TenantDb, key: InvitationKey, grants: Grant[]): Promise<void> {
    await db.update(invitations).set({ grants }).where(pending(key));
  },

  /** Uses up an invitation, unless its link was replaced or has expired meanwhile. Only one of two concurrent callers gets true. */
  accept: async (db: TenantDb, { tenantId, id, tokenHash }: InvitationRow): Promise<boolean> =>
    (
      await db
        .update(invitations)
        .set({ status: 'ACCEPTED' })
        .where(
          and(
            pending({ tenantId, id }),
            eq(invitations.tokenHash, tokenHash),
            gt(invitations.expiresAt, sql`now()`),
          ),
        )
        .returning({ id: invitations.id })
    ).length === 1,

  /** Revokes a pending invitation. Only one of two concurrent callers gets true. */
  revoke: async (db: TenantDb, key: InvitationKey): Promise<boolean> =>
    (
      await db
        .update(invitations)
        .set({ status: 'REVOKED' })
        .where(pending(key))
        .returning({ id: invitations.id })
    ).length === 1,

  async deleteExpiredBefore(db: GlobalDb, moment: Date): Promise<void> {
    await db.delete(invitations).where(lt(invitations.expiresAt, moment));
  },
};

/** Counts of mails in the last 24 hours. */
interface MailCounts {
  /** Mails that this tenant has ordered. */
  ofTenant: number;
  /** Mails to this address, whichever tenant ordered them. */
  ofAll: number;
}

const aDayAgo = sql`now() - interval '1 day'`;
const isRecent = sql`${invitationMails.orderedAt} > ${aDayAgo}`;

/** These rows have no row policy, because the mails to an address are counted over all tenants. */
export const invitationMailRepository = {
  async countTo(db: TenantDb, tenantId: string, addressHash: string): Promise<MailCounts> {
    const [row] = await db
      .select({
        ofTenant: sql<number>`(count(*) filter (where ${invitationMails.tenantId} = ${tenantId}))::int`,
        ofAll: count(),
      })
      .from(invitationMails)
      .where(sql`${invitationMails.addressHash} = ${addressHash} and ${isRecent}`);
    return row ?? { ofTenant: 0, ofAll: 0 };
  },

  countRecent: (db: TenantDb, tenantId: string): Promise<number> =>
    db.$count(invitationMails, sql`${eq(invitationMails.tenantId, tenantId)} and ${isRecent}`),

  async insert(db: TenantDb, tenantId: string, addressHash: string): Promise<void> {
    await db.insert(invitationMails).values({ tenantId, addressHash });
  },

  async deleteOld(db: GlobalDb): Promise<void> {
    await db.delete(invitationMails).where(lt(invitationMails.orderedAt, aDayAgo));
  },
};
