import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, asc, eq, ilike, inArray } from 'drizzle-orm';
import type { AnyDb } from './repository.ts';
import { memberships, owners } from './tables.ts';

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

export const peopleRepository = {
  /** Lists the members of one tenant by name. */
  list: (
    db: AnyDb,
    tenantId: string,
    { userIds, roles, search, limit }: MemberQuery,
  ): Promise<NamedMember[]> =>
    db
      .select({ userId: memberships.userId, name: owners.name, email: owners.email })
      .from(memberships)
      .innerJoin(owners, eq(owners.id, memberships.userId))
      .where(
        and(
          eq(memberships.tenantId, tenantId),
          userIds ? inArray(memberships.userId, [...userIds]) : undefined,
          roles ? inArray(memberships.role, [...roles]) : undefined,
          search ? ilike(owners.name, `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
        ),
      )
      .orderBy(asc(owners.name), asc(memberships.userId))
      .limit(limit ?? mostAtOnce),
};
