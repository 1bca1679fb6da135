import type { MemberStatus } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, eq, getViewSelectedFields, ilike, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
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
  list(
    db: TenantDb,
    filter: MemberFilter & { tenantId: string },
    page: PageOrder<MemberSort>,
  ): Promise<Page<MemberRow>> {
    const key = sortKeys[page.sort];
    const where = matching(filter.tenantId, filter);
    const selected = db
      .select({ ...getViewSelectedFields(memberList), ...placeColumns(key, memberList.id) })
      .from(memberList);
    return readPage(db, selected, { page, key, id: memberList.id, where, from: memberList });
  },

  findMember: (db: TenantDb, tenantId: string, userId: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.id, userId))),

  findMemberByEmail: (db: TenantDb, tenantId: string, email: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.email, email))),

  findOwner: (db: TenantDb, tenantId: string): Promise<MemberRow | undefined> =>
    one(db, and(isMember(tenantId), eq(memberList.role, 'OWNER'))),

  countMembers: (db: TenantDb, tenantId: string): Promise<number> =>
    db.$count(memberList, isMember(tenantId)),
};
