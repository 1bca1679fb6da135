import { mayAskInviter } from '@atelier/contracts/account/people/invited-by';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { findTenant, tenantMembers } from '../../tenancy/index.ts';
import { accessRequestMail } from '../member-mails.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { memberRepository } from '../repository/members.ts';

/** The open invitations that give access to `entityId` when they are accepted, by email; 100 at most. */
export const listInvited = ({ db, tenantId }: TxCtx, entityId: string) =>
  invitationRepository.listPromising(db, tenantId, entityId);

/** Returns true when an open invitation to `email` grants access to `entityId`. */
export const isInvited = (
  { db, tenantId }: TxCtx,
  { entityId, email }: { entityId: string; email: string },
): Promise<boolean> => invitationRepository.isPromised(db, { tenantId, entityId, email });

export const accessRequestJob = defineJob({
  name: 'people.send-access-request',
  input: z.object({ fromUserId: z.string(), message: z.string(), origin: z.url() }),
});

/** Asks the user who invited the caller for more access (ROLE-07). */
export const askForAccess = async (
  ctx: Ctx,
  { message, origin }: { message: string; origin: string },
): Promise<void> => {
  const { actor } = ctx;
  if (!('role' in actor) || !mayAskInviter(actor)) return fail('people.asking_not_needed');
  await ctx.tx(async (tx) => {
    await tx.enqueue(accessRequestJob, { fromUserId: actor.userId, message, origin });
    await tx.audit('people.access_asked', actor.userId);
  });
};

/** Mails the request to the inviter while they are a member, else to the owner. */
export const sendAccessRequest = async (
  ctx: Ctx,
  { fromUserId, message, origin }: InputOf<typeof accessRequestJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const { db, tenantId } = tx;
    const asker = await memberRepository.findMember(db, tenantId, fromUserId);
    const invitedBy = (await tenantMembers.find(tx, fromUserId))?.invitedBy;
    const inviter = invitedBy ? await memberRepository.findMember(db, tenantId, invitedBy) : undefined;
    const asked = inviter ?? (await memberRepository.findOwner(db, tenantId));
    const tenant = await findTenant(db, tenantId);
    if (!asker || !asked || !tenant) return undefined;
    return accessRequestMail({
      to: asked.email,
      name: asked.name ?? asked.email,
      from: asker.name ?? asker.email,
      companyName: tenant.tenantName,
      message,
      link: `${origin}/manage-user?search=${encodeURIComponent(asker.email)}`,
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
