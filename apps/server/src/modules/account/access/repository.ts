import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, desc, eq, ilike, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PlaceColumns, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../identity/declarations.ts';
import { members } from '../tenancy/declarations.ts';
import { accessGrants, accessRequests } from './tables.ts';

const givers = alias(userProfiles, 'givers');

/** `members` has no row policy, so every statement that reads it names the tenant. */
interface AccessFilter {
  tenantId: string;
  entityId: string;
  /** The roles that see the entity without a grant. */
  seeing: readonly Role[];
  by?: 'GRANT' | 'ROLE' | undefined;
  search?: string | undefined;
}

const seenBy = ({ seeing, by }: AccessFilter): SQL | undefined => {
  const byRole = inArray(members.role, [...seeing]);
  // A user with both sees the entity by role, because removing the grant would change nothing.
  if (by === 'GRANT') return and(isNotNull(accessGrants.userId), sql`not ${byRole}`);
  return by === 'ROLE' ? byRole : or(byRole, isNotNull(accessGrants.userId));
};

const conditions = (filter: AccessFilter): SQL | undefined =>
  and(
    eq(members.tenantId, filter.tenantId),
    seenBy(filter),
    filter.search
      ? or(ilike(members.name, containing(filter.search)), ilike(members.email, containing(filter.search)))
      : undefined,
  );

const buildGrantFilter = (entityId: string): SQL | undefined =>
  and(eq(accessGrants.userId, members.userId), eq(accessGrants.entityId, entityId));

const nameKey = sql`lower(${members.name})`;

const listed = (db: TenantDb, entityId: string) =>
  db
    .select({
      userId: members.userId,
      name: members.name,
      email: members.email,
      picture: members.picture,
      role: members.role,
      grantedAt: accessGrants.createdAt,
      grantedBy: givers.name,
      ...placeColumns(nameKey, members.userId),
    })
    .from(members)
    .leftJoin(accessGrants, buildGrantFilter(entityId))
    .leftJoin(givers, eq(givers.id, accessGrants.grantedBy));

export type AccessRow = Omit<Awaited<ReturnType<typeof listed>>[number], keyof PlaceColumns>;

const memberColumns = {
  userId: members.userId,
  name: members.name,
  email: members.email,
  role: members.role,
};

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
}

export const accessRepository = {
  list(
    db: TenantDb,
    filter: AccessFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<AccessRow>> {
    const where = conditions(filter);
    const order = { ...page, sort: 'name', order: 'asc' as const };
    return readPage(db, listed(db, filter.entityId), {
      ...{ page: order, key: nameKey, id: members.userId, where },
      from: sql`${members} left join ${accessGrants} on ${buildGrantFilter(filter.entityId)}`,
    });
  },

  async findMember(
    db: TenantDb,
    { tenantId, email }: { tenantId: string; email: string },
  ): Promise<Member | undefined> {
    const [found] = await db
      .select(memberColumns)
      .from(members)
      .where(and(eq(members.tenantId, tenantId), eq(members.email, email)));
    return found;
  },

  listMembers: (
    db: TenantDb,
    { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
  ): Promise<Member[]> =>
    userIds.length === 0
      ? Promise.resolve([])
      : db
          .select(memberColumns)
          .from(members)
          .where(and(eq(members.tenantId, tenantId), inArray(members.userId, [...userIds]))),

  async listGranted(db: TenantDb, entityId: string): Promise<string[]> {
    const rows = await db
      .select({ userId: accessGrants.userId })
      .from(accessGrants)
      .where(eq(accessGrants.entityId, entityId));
    return rows.map(({ userId }) => userId);
  },

  /** Returns false when the grant already existed. */
  async insert(
    db: TenantDb,
    grant: { entityId: string; userId: string; grantedBy: string | null },
  ): Promise<boolean> {
    const made = await db.insert(accessGrants).values(grant).onConflictDoNothing().returning();
    return made.length > 0;
  },

  /** Removes a grant. Returns false when there was none. */
  async remove(db: TenantDb, entityId: string, userId: string): Promise<boolean> {
    const gone = await db
      .delete(accessGrants)
      .where(and(eq(accessGrants.entityId, entityId), eq(accessGrants.userId, userId)))
      .returning({ userId: accessGrants.userId });
    return gone.length > 0;
  },

  async removeOfEntity(db: TenantDb, entityId: string): Promise<void> {
    await db.delete(accessGrants).where(eq(accessGrants.entityId, entityId));
  },
};

const ofMember = (entityId: string, userId: string) =>
  and(eq(accessRequests.entityId, entityId), eq(accessRequests.userId, userId));

export interface AccessRequestRow {
  entityId: string;
  userId: string;
  userName: string;
  email: string;
  role: Role;
  message: string;
  askedAt: Date;
}

/** The open requests for access. */
export const accessRequestRepository = {
  /** Lists requests, newest first. `members` has no row policy, so the tenant is named. */
  list: (
    db: TenantDb,
    { tenantId, entityId, userId }: { tenantId: string; entityId?: string | undefined; userId?: string },
    limit: number,
  ): Promise<AccessRequestRow[]> =>
    db
      .select({
        entityId: accessRequests.entityId,
        userId: accessRequests.userId,
        userName: members.name,
        email: members.email,
        role: members.role,
        message: accessRequests.message,
        askedAt: accessRequests.createdAt,
      })
      .from(accessRequests)
      .innerJoin(members, and(eq(members.tenantId, tenantId), eq(members.userId, accessRequests.userId)))
      .where(
        and(
          entityId === undefined ? undefined : eq(accessRequests.entityId, entityId),
          userId === undefined ? undefined : eq(accessRequests.userId, userId),
        ),
      )
      .orderBy(desc(accessRequests.createdAt))
      .limit(limit),

  async isOpen(db: TenantDb, entityId: string, userId: string): Promise<boolean> {
    const rows = await db
      .select({ userId: accessRequests.userId })
      .from(accessRequests)
      .where(ofMember(entityId, userId));
    return rows.length > 0;
  },

  countOfUser: (db: TenantDb, userId: string): Promise<number> =>
    db.$count(accessRequests, eq(accessRequests.userId, userId)),

  /** Returns false when the member has asked already. */
  async insert(
    db: TenantDb,
    request: { entityId: string; userId: string; message: string },
  ): Promise<boolean> {
    const made = await db
      .insert(accessRequests)
      .values(request)
      .onConflictDoNothing()
      .returning({ userId: accessRequests.userId });
    return made.length > 0;
  },

  /** Returns false when there was none. */
  async remove(db: TenantDb, entityId: string, userId: string): Promise<boolean> {
    const gone = await db
      .delete(accessRequests)
      .where(ofMember(entityId, userId))
      .returning({ userId: accessRequests.userId });
    return gone.length > 0;
  },

  async removeOfEntity(db: TenantDb, entityId: string): Promise<void> {
    await db.delete(accessRequests).where(eq(accessRequests.entityId, entityId));
  },
};
