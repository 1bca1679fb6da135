import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, count, desc, eq } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { members } from '../tenancy/declarations.ts';
import { accessRequests } from './tables.ts';

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

  async countOfUser(db: TenantDb, userId: string): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(accessRequests)
      .where(eq(accessRequests.userId, userId));
    return row?.total ?? 0;
  },

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
