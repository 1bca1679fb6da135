import { count, eq, lt, sql } from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { invitationMails } from '../tables.ts';

/** Counts of mails in the last 24 hours. */
export interface MailCounts {
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

  async countRecent(db: TenantDb, tenantId: string): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(invitationMails)
      .where(sql`${eq(invitationMails.tenantId, tenantId)} and ${isRecent}`);
    return row?.total ?? 0;
  },

  async insert(db: TenantDb, tenantId: string, addressHash: string): Promise<void> {
    await db.insert(invitationMails).values({ tenantId, addressHash });
  },

  async deleteOld(db: GlobalDb): Promise<void> {
    await db.delete(invitationMails).where(lt(invitationMails.orderedAt, aDayAgo));
  },
};
