import type { Role } from '@atelier/contracts/kernel/permissions';
import { and, asc, eq, ilike, inArray } from 'drizzle-orm';
import type { AnyDb } from './repository.ts';
import { members } from './tables.ts';

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
          search ? ilike(members.name, `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
        ),
      )
      .orderBy(asc(members.name), asc(members.userId))
      .limit(limit ?? mostAtOnce),
};
