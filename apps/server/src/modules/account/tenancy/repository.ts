import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containing } from '../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../kernel/db/define-statement.ts';
import {
  type Page,
  type PageOrder,
  type PlaceColumns,
  placeColumns,
  readPage,
} from '../../../kernel/db/paging.ts';
import type { GlobalDb, TenantDb } from '../../../kernel/db/tenant-db.ts';
import { founders, members, memberships, tenants } from './tables.ts';

/** These tables have no row policy, so both kinds of handle can read them. */
export type AnyDb = TenantDb | GlobalDb;

export interface TenantFilter {
  search?: string | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
}

const owners = alias(members, 'owners');
const ownership = and(eq(owners.tenantId, tenants.id), eq(owners.role, 'OWNER'));

const memberCount = sql<number>`(select count(*)::int from ${memberships} m where m.tenant_id = ${tenants}.id)`;

const sortKeys = {
  name: sql`lower(${tenants.name})`,
  createdAt: sql`${tenants.createdAt}`,
  members: memberCount,
};
export type TenantSort = keyof typeof sortKeys;

const matching = ({ search, status }: TenantFilter): SQL | undefined =>
  and(
    status ? eq(tenants.status, status) : undefined,
    search
      ? or(
          ilike(tenants.name, containing(search)),
          ilike(owners.name, containing(search)),
          ilike(owners.email, containing(search)),
        )
      : undefined,
  );

const mine = alias(memberships, 'mine');

const withOwner = {
  tenantId: tenants.id,
  tenantName: tenants.name,
  status: tenants.status,
  closingAt: tenants.closingAt,
  createdAt: tenants.createdAt,
  ownerId: owners.userId,
  ownerName: owners.name,
  ownerEmail: owners.email,
  ownerPicture: owners.picture,
};

const otherCount = sql<number>`(select count(*)::int from ${memberships} o
  where o.tenant_id = ${tenants}.id and o.user_id <> ${mine}.user_id)`;

const lastActiveAt = sql<Date | null>`(
  select max(m.last_active_at) from ${memberships} m where m.tenant_id = ${tenants}.id)`.mapWith(
  memberships.lastActiveAt,
);

const listed = (db: AnyDb, key: SQL) =>
  db
    .select({ ...withOwner, members: memberCount, lastActiveAt, ...placeColumns(key, tenants.id) })
    .from(tenants)
    .leftJoin(owners, ownership);

export type TenantWithRole = Awaited<ReturnType<typeof tenancyRepository.listWithOwners>>[number];
export type TenantWithOthers = Awaited<ReturnType<typeof tenancyRepository.listWithOthers>>[number];
export type TenantListed = Omit<Awaited<ReturnType<typeof listed>>[number], keyof PlaceColumns>;

const theMember = (tenantId: string, userId: string) =>
  and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));

const membershipsOf = defineStatement((db: AnyDb, { userId }: Values<{ userId: string }>) =>
  db
    .select({
      tenantId: tenants.id,
      tenantName: tenants.name,
      status: tenants.status,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(and(eq(memberships.userId, userId), isNull(tenants.closingAt)))
    .orderBy(desc(sql`${memberships.role} = 'OWNER'`), asc(memberships.createdAt), asc(tenants.id)),
);

export const tenancyRepository = {
  async insertTenant(db: AnyDb, tenant: typeof tenants.$inferInsert): Promise<void> {
    await db.insert(tenants).values(tenant);
  },

  /** Records that the user has founded a tenant. Returns false when they had before; only one of two concurrent callers gets true. */
  noteFounder: async (db: AnyDb, userId: string): Promise<boolean> =>
    (await db.insert(founders).values({ userId }).onConflictDoNothing().returning()).length === 1,

  async isRefounded(db: AnyDb, tenantId: string): Promise<boolean> {
    const [row] = await db
      .select({ isRefounded: tenants.isRefounded })
      .from(tenants)
      .where(eq(tenants.id, tenantId));
    return row?.isRefounded ?? false;
  },

  async hasVerifiedOwner(db: AnyDb, tenantId: string): Promise<boolean> {
    const rows = await db
      .select({ userId: members.userId })
      .from(members)
      .where(and(eq(members.tenantId, tenantId), eq(members.role, 'OWNER'), eq(members.emailVerified, true)))
      .limit(1);
    return rows.length === 1;
  },

  async insertMembership(db: AnyDb, membership: typeof memberships.$inferInsert): Promise<void> {
    await db.insert(memberships).values(membership);
  },

  /** Locks the members of the tenant against other changes until the transaction ends. */
  lockTenant: async (db: AnyDb, tenantId: string) =>
    (await db.select().from(tenants).where(eq(tenants.id, tenantId)).for('update'))[0],

  /** Makes concurrent transactions about the same user run one after another. */
  async lockUser(db: AnyDb, userId: string): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`);
  },

  async rename(db: AnyDb, tenantId: string, name: string): Promise<void> {
    await db.update(tenants).set({ name }).where(eq(tenants.id, tenantId));
  },

  /** Returns false when there is no such tenant, or it is being deleted. */
  setStatus: async (db: AnyDb, tenantId: string, status: 'ACTIVE' | 'DISABLED'): Promise<boolean> =>
    (
      await db
        .update(tenants)
        .set({ status })
        .where(and(eq(tenants.id, tenantId), isNull(tenants.closingAt)))
        .returning({ id: tenants.id })
    ).length === 1,

  async close(db: AnyDb, tenantId: string, closingAt: Date): Promise<void> {
    await db.update(tenants).set({ status: 'DISABLED', closingAt }).where(eq(tenants.id, tenantId));
  },

  /** Deletes a tenant that is being deleted, with every row that belongs to it. */
  async removeClosed(db: AnyDb, tenantId: string): Promise<void> {
    await db.execute(sql`set constraints all deferred`);
    await db.delete(tenants).where(and(eq(tenants.id, tenantId), sql`${tenants.closingAt} is not null`));
  },

  findMember: async (db: AnyDb, tenantId: string, userId: string) =>
    (await db.select().from(memberships).where(theMember(tenantId, userId)))[0],

  /** Returns false when there is no such member. */
  setRole: async (
    db: AnyDb,
    { tenantId, userId, role }: { tenantId: string; userId: string; role: Role },
  ): Promise<boolean> =>
    (
      await db
        .update(memberships)
        .set({ role })
        .where(theMember(tenantId, userId))
        .returning({ userId: memberships.userId })
    ).length === 1,

  /** Removes the member with their sessions and API keys in this tenant. */
  async removeMember(db: AnyDb, tenantId: string, userId: string): Promise<void> {
    await db.delete(memberships).where(theMember(tenantId, userId));
  },

  /** Lists the tenants of a user, their own first, then by age. Leaves out those that are being deleted. */
  listMemberships: (db: AnyDb, userId: string) => membershipsOf(db, { userId }),

  /** Lists the tenants of a user with their owners, in the order of `listMemberships`. */
  listWithOwners: (db: AnyDb, userId: string) =>
    db
      .select({ ...withOwner, role: mine.role })
      .from(mine)
      .innerJoin(tenants, eq(tenants.id, mine.tenantId))
      .leftJoin(owners, ownership)
      .where(and(eq(mine.userId, userId), isNull(tenants.closingAt)))
      .orderBy(desc(sql`${mine.role} = 'OWNER'`), asc(mine.createdAt), asc(tenants.id)),

  /** Lists the tenants of a user with the number of their other members; with `tenantId` only that one. */
  listWithOthers: (db: AnyDb, userId: string, tenantId?: string) =>
    db
      .select({ tenantId: tenants.id, tenantName: tenants.name, role: mine.role, otherMembers: otherCount })
      .from(mine)
      .innerJoin(tenants, eq(tenants.id, mine.tenantId))
      .where(
        and(
          eq(mine.userId, userId),
          isNull(tenants.closingAt),
          tenantId === undefined ? undefined : eq(tenants.id, tenantId),
        ),
      )
      .orderBy(desc(sql`${mine.role} = 'OWNER'`), asc(tenants.name), asc(tenants.id)),

  async lockMemberships(db: AnyDb, userId: string): Promise<void> {
    await db
      .select({ tenantId: memberships.tenantId })
      .from(memberships)
      .where(eq(memberships.userId, userId))
      .for('update');
  },

  async removeOwnedAlone(db: AnyDb, userIds: readonly string[]): Promise<void> {
    await db.execute(sql`
      delete from tenants t using memberships m
      where m.tenant_id = t.id and m.role = 'OWNER' and m.user_id = any (${sql.param([...userIds])}::text[])
        and not exists (select 1 from memberships o where o.tenant_id = t.id and o.user_id <> m.user_id)`);
  },

  findTenant: async (db: AnyDb, tenantId: string) =>
    (await listed(db, sortKeys.name).where(eq(tenants.id, tenantId)))[0],

  listTenants(db: AnyDb, filter: TenantFilter, page: PageOrder<TenantSort>): Promise<Page<TenantListed>> {
    const key = sortKeys[page.sort];
    const where = matching(filter);
    const from = sql`${tenants} left join ${members} ${sql.identifier('owners')} on ${ownership}`;
    return readPage(db, listed(db, key), { page, key, id: tenants.id, where, from });
  },
};

export interface NamedMember {
  userId: string;
  name: string;
  email: string;
}

export interface MemberQuery {
  userIds?: readonly string[];
  roles?: readonly Role[];
  /** Part of the name. */
  search?: string;
  limit?: number;
}

const mostAtOnce = 1000;

export const memberRepository = {
  /** Lists the members of one tenant by name. */
  list: (
    db: AnyDb,
    tenantId: string,
    { userIds, roles, search, limit }: MemberQuery,
  ): Promise<NamedMember[]> =>
    db
      .select({ userId: members.userId, name: members.name, email: members.email })
      .from(members)
      .where(
        and(
          eq(members.tenantId, tenantId),
          userIds ? inArray(members.userId, [...userIds]) : undefined,
          roles ? inArray(members.role, [...roles]) : undefined,
          search ? ilike(members.name, containing(search)) : undefined,
        ),
      )
      .orderBy(asc(members.name), asc(members.userId))
      .limit(limit ?? mostAtOnce),
};
