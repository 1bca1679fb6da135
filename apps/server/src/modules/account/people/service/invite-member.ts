import type { MemberRole } from '@atelier/contracts/account/people/people';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { planLimits } from '../../../../kernel/plans/plans.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { memberRepository } from '../repository/members.ts';
import type { Grant } from '../tables.ts';
import { countMail, requireFreeInvitation } from './limit-invitations.ts';

export const invitationMailJob = defineJob({
  name: 'people.send-invitation',
  input: z.object({ invitationId: z.string(), origin: z.url() }),
});

/** An invitation can be accepted for this many days. */
export const invitationDays = 7;

export interface NewInvitation {
  email: string;
  role: MemberRole;
  /** The origin of the mailed link, for example `https://atelier.example.com`. */
  origin: string;
  /** The entities that are granted on acceptance. */
  grants?: Grant[];
}

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 60 * 60 * 1000);

/** Makes a hash that belongs to no token. The real token is created when the mail is sent, and only the mail contains it in clear text. */
export const noTokenYet = (): string => hashToken(newToken('inv'));

/** Throws `people.address_invited_often` and `people.invited_often`. The caller holds the lock of the members. */
export const orderInvitationMail = async (
  tx: TxCtx,
  { id, email, origin }: { id: string; email: string; origin: string },
): Promise<void> => {
  await countMail(tx, email);
  const key = `${invitationMailJob.name}:${id}`;
  await tx.enqueue(invitationMailJob, { invitationId: id, origin }, { key });
};

const unite = (before: readonly Grant[], more: readonly Grant[]): Grant[] =>
  [...new Set([...before, ...more].map(({ entityId }) => entityId))].map((entityId) => ({ entityId }));

/** Adds the grants to the open invitation of the address; deletes an expired one to make room for a new one. */
const extendEarlier = async (
  tx: TxCtx,
  email: string,
  grants: readonly Grant[],
): Promise<string | undefined> => {
  const { db, tenantId } = tx;
  const earlier = await invitationRepository.findPendingByEmail(db, tenantId, email);
  if (!earlier) return undefined;
  const key = { tenantId, id: earlier.id };
  if (earlier.expiresAt <= tx.now()) {
    await invitationRepository.revoke(db, key);
    return undefined;
  }
  if (grants.length === 0) return fail('people.already_invited');
  await invitationRepository.setGrants(db, key, unite(earlier.grants, grants));
  await tx.audit('people.invitation_extended', earlier.id, { grants: grants.length });
  return earlier.id;
};

/** Throws when the plan has no free seat. Open invitations take seats too. */
export const requireSeat = (tx: TxCtx): Promise<void> =>
  tx.services.extensions
    .require(planLimits)
    .requireSeat(
      tx,
      async () =>
        (await memberRepository.countMembers(tx.db, tx.tenantId)) +
        (await invitationRepository.countPending(tx.db, tx.tenantId)),
    );

/** Invites an address into the transaction's tenant and orders the mail. Returns the id of its one open invitation. */
export const inviteMember = async (tx: TxCtx, invitation: NewInvitation): Promise<string> => {
  const { db, tenantId } = tx;
  const { email, role, origin, grants = [] } = invitation;
  await tenantMembers.lock(tx);
  if (await memberRepository.findMemberByEmail(db, tenantId, email)) fail('people.already_member');
  const earlierId = await extendEarlier(tx, email, grants);
  if (earlierId !== undefined) return earlierId;
  await requireSeat(tx);
  await requireFreeInvitation(tx);
  const id = newId('inv');
  await invitationRepository.insert(db, {
    id,
    tenantId,
    email,
    role,
    grants,
    tokenHash: noTokenYet(),
    invitedBy: findUserId(tx),
    expiresAt: expiryFrom(tx.now()),
  });
  await orderInvitationMail(tx, { id, email, origin });
  await tx.audit('people.invited', id, { email, role });
  return id;
};

export const invite = (
  ctx: Ctx,
  invitation: NewInvitation,
): Promise<{ invitationId: string; canCopyLink: boolean }> =>
  ctx.tx(async (tx) => ({
    invitationId: await inviteMember(tx, invitation),
    canCopyLink: ctx.services.mailer.usesOutbox,
  }));

/** Mails an invitation again. The earlier link is invalid from the commit on. An expired invitation needs a free seat again. */
export const resendInvitation = (ctx: Ctx, id: string, origin: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await tenantMembers.lock(tx);
    const key = { tenantId: tx.tenantId, id };
    const earlier = await invitationRepository.findPending(tx.db, key);
    if (earlier && earlier.expiresAt <= tx.now()) await requireSeat(tx);
    const fresh = { tokenHash: noTokenYet(), expiresAt: expiryFrom(tx.now()), isLinkShown: false };
    const row = await invitationRepository.renew(tx.db, key, fresh);
    if (!row) return fail('people.invitation_not_found');
    await orderInvitationMail(tx, { id, email: row.email, origin });
    await tx.audit('people.invitation_resent', id, { email: row.email });
  });

export const revokeInvitation = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await invitationRepository.revoke(tx.db, { tenantId: tx.tenantId, id })))
      fail('people.invitation_not_found');
    await tx.audit('people.invitation_revoked', id);
  });
