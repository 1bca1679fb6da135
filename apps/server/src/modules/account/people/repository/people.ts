import type { PersonStatus } from '@atelier/contracts/account/people/people';
import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, count, eq, getViewSelectedFields, ilike, or, type SQL, sql } from 'drizzle-orm';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { people } from '../tables.ts';

export type PersonRow = typeof people.$inferSelect;

export interface PersonFilter {
  search?: string | undefined;
  role?: Role | undefined;
  status?: PersonStatus | undefined;
}

const sortKeys = {
  name: sql`lower(coalesce(${people.name}, ${people.email}))`,
  email: sql`${people.email}`,
  role: sql`array_position(array['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER'], ${people.role})`,
  joinedAt: sql`coalesce(${people.joinedAt}, 'infinity')`,
  lastActiveAt: sql`coalesce(${people.lastActiveAt}, '-infinity')`,
};
export type PersonSort = keyof typeof sortKeys;

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

const matching = (tenantId: string, { search, role, status }: PersonFilter): SQL | undefined =>
  and(
    eq(people.tenantId, tenantId),
    role ? eq(people.role, role) : undefined,
    status ? eq(people.status, status) : undefined,
    search ? or(ilike(people.name, containing(search)), ilike(people.email, containing(search))) : undefined,
  );

const one = async (db: TenantDb, where: SQL | undefined): Promise<PersonRow | undefined> =>
  (await db.select().from(people).where(where))[0];

const isMember = (tenantId: string) => and(eq(people.tenantId, tenantId), eq(people.status, 'ACTIVE'));

/** Reads the view `people`. It has no row policy, so every statement names the tenant. */
export const peopleRepository = {
  async list(
    db: TenantDb,
    filter: PersonFilter & { tenantId: string },
    page: PageOrder<PersonSort>,
  ): Promise<Page<PersonRow>> {
    const key = sortKeys[page.sort];
    const where = matching(filter.tenantId, filter);
    const rows = await db
      .select({ row: getViewSelectedFields(people), key: sql<string>`${key}::text` })
      .from(people)
      .where(and(where, keysetAfter(key, people.id, page)))
      .orderBy(...orderOf(key, people.id, page))
      .limit(page.limit + 1);
    const [all] = await db.select({ total: count() }).from(people).where(where);
    return {
      rows: rows.map(({ row, key: sortKey }) => ({ row, key: sortKey, id: row.id })),
      total: all?.total ?? 0,
    };
  },

  findMember: (db: TenantDb, tenantId: string, userId: string): Promise<PersonRow | undefined> =>
    one(db, and(isMember(tenantId), eq(people.id, userId))),

  findMemberByEmail: (db: TenantDb, tenantId: string, email: string): Promise<PersonRow | undefined> =>
    one(db, and(isMember(tenantId), eq(people.email, email))),

  findOwner: (db: TenantDb, tenantId: string): Promise<PersonRow | undefined> =>
    one(db, and(isMember(tenantId), eq(people.role, 'OWNER'))),

  async countMembers(db: TenantDb, tenantId: string): Promise<number> {
    const [all] = await db.select({ total: count() }).from(people).where(isMember(tenantId));
    return all?.total ?? 0;
  },
};
