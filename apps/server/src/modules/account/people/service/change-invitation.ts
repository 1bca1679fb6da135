import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { expiryFrom, noTokenYet, orderInvitationMail, requireSeat } from './invite-member.ts';

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
