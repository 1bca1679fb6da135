import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { invitationRepository } from '../repository/invitations.ts';

/**
 * Creates a new link for an open invitation, for users who may invite, when there is no mail server to deliver it. The earlier link becomes
 * invalid. An address that is accepted through it counts as unverified. Throws `people.link_mailed`, `people.invitation_not_found` and
 * `people.invitation_closed`.
 */
export const showInvitationLink = (ctx: Ctx, id: string, origin: string): Promise<string> => {
  if (!ctx.services.mailer.usesOutbox) fail('people.link_mailed');
  const token = newToken('inv');
  return ctx.tx(async (tx) => {
    const key = { tenantId: tx.tenantId, id };
    const row = (await invitationRepository.lockPending(tx.db, key)) ?? fail('people.invitation_not_found');
    if (row.expiresAt <= tx.now()) fail('people.invitation_closed');
    const fresh = { tokenHash: hashToken(token), expiresAt: row.expiresAt, isLinkShown: true };
    await invitationRepository.renew(tx.db, key, fresh);
    await tx.audit('people.invitation_link_shown', id, { email: row.email });
    return `${origin}/invitation?token=${token}`;
  });
};
