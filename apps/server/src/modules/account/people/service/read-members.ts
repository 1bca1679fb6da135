import type { Member, Profile, people } from '@atelier/contracts/account/people/people';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { userDirectory } from '../../identity/index.ts';
import type { Asker } from '../policy.ts';
import { presentMember, splitName } from '../present.ts';
import { memberRepository } from '../repository/members.ts';

type ListQuery = RequestOf<(typeof people.endpoints)['listMembers']>['query'];
type ProfileQuery = RequestOf<(typeof people.endpoints)['getProfile']>['query'];

const toAsker = ({ actor, may, services }: Ctx): Asker => ({
  may,
  userId: 'userId' in actor ? actor.userId : null,
  seesLinks: services.mailer.usesOutbox,
});

/** Lists the members and open invitations of the tenant. */
export const listMembers = (
  ctx: Ctx,
  query: ListQuery,
): Promise<{ items: Member[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async ({ db, tenantId }) => {
    const filter = { search: query.search, role: query.role, status: query.status, tenantId };
    const { rows, nextCursor, total } = closePage(
      await memberRepository.list(db, filter, query),
      query.limit,
    );
    return { items: rows.map((row) => presentMember(toAsker(ctx), row)), nextCursor, total };
  });

/** Returns the profile of a member of the tenant; without an id, the caller's own (TENANT-13 to TENANT-15). */
export const getProfile = (ctx: Ctx, query: ProfileQuery): Promise<z.input<typeof Profile>> =>
  ctx.tx(async ({ db, tenantId }) => {
    const { email, connection } = query;
    const userId = query.userId ?? (email === undefined ? toAsker(ctx).userId : null);
    const member =
      userId === null
        ? await memberRepository.findMemberByEmail(db, tenantId, email ?? '')
        : await memberRepository.findMember(db, tenantId, userId);
    if (!member || (email !== undefined && member.email !== email)) return fail('people.member_not_found');
    if (connection !== undefined && !(await userDirectory.signsInWith(db, member.id, 'google')))
      return fail('people.member_not_found');
    const user = (await userDirectory.find(db, member.id)) ?? fail('people.member_not_found');
    return {
      userId: user.id,
      tenantId,
      role: member.role,
      name: user.name,
      ...splitName(user.name),
      email: user.email,
      email_verified: user.emailVerified,
      profilePicture: user.picture,
    };
  });
