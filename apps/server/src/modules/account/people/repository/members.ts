import type { MemberStatus } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, count, eq, getViewSelectedFields, ilike, or, type SQL, sql } from 'drizzle-orm';
import { buildOrder, keysetAfter, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { memberList } from '../tables.ts';

export type MemberRow = typeof memberList.$inferSelect;

export interface MemberFilter {
  search?: string | undefined;
  role?: Role | undefined;
  status?: MemberStatus | undefined;
}

const sortKeys = {
  name: sql`lower(coalesce(${memberList.name}, ${memberList.email}))`,
  email: sql`${memberList.email}`,
  role: sql`array_position(array['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER'], ${memberList.role})`,
  joinedAt: sql`coalesce(${memberList.joinedAt}, 'infinity')`,
  lastActiveAt: sql`coalesce(${memberList.lastActiveAt}, '-infinity')`,
};
export type MemberSort = keyof typeof sortKeys;

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const matching = (tenantId: string, { search, role, status }: MemberFilter): SQL | undefined =>
  and(
    eq(memberList.tenantId, tenantId),
    role ? eq(memberList.role, role) : undefined,
    status ? eq(memberList.status, status) : undefined,
    search
      ? or(ilike(memberList.name, containing(search)), ilike(memberList.email, containing(search)))
      : undefined,
  );

const one = async (db: TenantDb, where: SQL | undefined): Promise<MemberRow | undefined> =>
  (await db.select().from(memberList).where(where))[0];

const isMember = (tenantId: string) =>
  and(eq(memberList.tenantId, tenantId), eq(memberList.status, 'ACTIVE'));

/** Reads the view `member_list`. It has no row policy, so every statement names the tenant. */
export const memberRepository = {
  async list(
    db: TenantDb,
    filter: MemberFilter & { tenantId: string },
    page: PageOrder<MemberSort>,
  ): Promise<Page<MemberRow>> {
    const key = sortKeys[page.sort];
    const where = matching(filter.tenantId, filter);
    const rows = await db
      .select({ row: getViewSelectedFields(memberList), key: sql<string>`${key}::text` })
      .from(memberList)
      .where(and(where, keysetAfter(key, memberList.id, page)))
      .orderBy(...buildOrder(key, memberList.id, page))
      .limit(page.limit + 1);
    const [all] = await db.select({ total: count() }).from(memberList).where(where);
    return {
      rows: rows.map(({ row, key: sortKey }) => ({ row, key: sortKey, id: row.id })),
      total: all?.total ?? 0,
    };
  },

  findMember: (db: TenantDb, tenantId: string, userId: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.id, userId))),

  findMemberByEmail: (db: TenantDb, tenantId: string, email: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.email, email))),

  findOwner: (db: TenantDb, tenantId: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.role, 'OWNER'))),

  async countMembers(db: TenantDb, tenantId: string): Promise<number> {
    const [all] = await db.select({ total: count() }).from(memberList).where(isMember(tenantId));
    return all?.total ?? 0;
  },
};
