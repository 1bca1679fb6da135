import type { Member, MemberRole, Profile, people } from '@atelier/contracts/account/people/people';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { userDirectory } from '../../identity/index.ts';
import { fallBack, findTenant, prepareFallBack, tenantMembers } from '../../tenancy/index.ts';
import { formerOwnerMail, newOwnerMail, removalMail } from '../member-mails.ts';
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
    const { rows, nextCursor, total } = await memberRepository.list(db, filter, query);
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

const told = { userId: z.string(), origin: z.url() };

export const memberNoticeJob = defineJob({
  name: 'people.send-member-notice',
  input: z.discriminatedUnion('what', [
    z.object({ what: z.literal('removed'), ...told }),
    z.object({ what: z.literal('became-owner'), from: z.string(), ...told }),
    z.object({ what: z.literal('handed-over'), to: z.string(), ...told }),
  ]),
});
type MemberNotice = InputOf<typeof memberNoticeJob>;

/** Orders the mail that tells a user about a change to their membership, in case a stolen session made it. */
export const orderMemberNotice = (tx: TxCtx, notice: MemberNotice): Promise<void> =>
  tx.enqueue(memberNoticeJob, notice);

const writeMail = async (tx: TxCtx, notice: MemberNotice): Promise<Mail | undefined> => {
  const user = await userDirectory.find(tx.db, notice.userId);
  const tenant = await findTenant(tx.db, tx.tenantId);
  if (!user || !tenant) return undefined;
  const shared = { to: user.email, name: user.name, companyName: tenant.tenantName };
  if (notice.what === 'removed') return removalMail({ ...shared, link: notice.origin });
  const link = `${notice.origin}/settings/company`;
  const other = await userDirectory.find(tx.db, notice.what === 'became-owner' ? notice.from : notice.to);
  const otherName = other?.name ?? 'Somebody';
  return notice.what === 'became-owner'
    ? newOwnerMail({ ...shared, link, from: otherName })
    : formerOwnerMail({ ...shared, link, heir: otherName });
};

/** Sends the mail. A user who has deleted their account meanwhile gets none. */
export const sendMemberNotice = async (ctx: Ctx, notice: MemberNotice): Promise<void> => {
  const mail = await ctx.tx((tx) => writeMail(tx, notice));
  if (mail) await ctx.services.mailer.send(mail);
};

/** Finds a member who is neither the owner nor the caller. */
const findOther = async (tx: TxCtx, userId: string) => {
  await tenantMembers.lock(tx);
  const member = (await tenantMembers.find(tx, userId)) ?? fail('people.member_not_found');
  if (member.role === 'OWNER') fail('people.owner_stays');
  if (findUserId(tx) === userId) fail('people.own_membership');
  return member;
};

/** Changes a role. Every request reads the role, so the change takes effect at once. */
export const updateMember = (ctx: Ctx, userId: string, role: MemberRole): Promise<void> =>
  ctx.tx(async (tx) => {
    const member = await findOther(tx, userId);
    if (!(await tenantMembers.changeRole(tx, userId, role))) fail('people.member_not_found');
    await tx.audit('people.role_changed', userId, { from: member.role, to: role });
  });

/** Removes a member. Their sessions here continue in their own tenant, their API key here is revoked (TENANT-10), and they get a mail. */
export const removeMember = async (ctx: Ctx, userId: string, origin: string): Promise<void> => {
  await ctx.tx((tx) => findOther(tx, userId));
  await prepareFallBack(ctx, { tenantId: ctx.tenantId, userId });
  await ctx.tx(async (tx) => {
    const { role } = await findOther(tx, userId);
    await fallBack(tx, userId);
    await tenantMembers.remove(tx, userId);
    await orderMemberNotice(tx, { what: 'removed', userId, origin });
    await tx.audit('people.member_removed', userId, { role });
  });
};
