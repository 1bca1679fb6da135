import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../kernel/context/define-job.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { userDirectory } from '../../identity/index.ts';
import { findTenant } from '../../tenancy/index.ts';
import { invitationMail } from '../member-mails.ts';
import { invitationRepository } from '../repository/invitations.ts';
import type { Grant } from '../tables.ts';
import { invitationDays, type invitationMailJob } from './invite-member.ts';

/** The most things that a mail names. */
const mostNamed = 10;

/** Names the things that an invitation gives access to, with their kinds. */
const nameThings = async (tx: TxCtx, grants: readonly Grant[]): Promise<string[]> => {
  const names: string[] = [];
  for (const { entityId } of grants.slice(0, mostNamed)) {
    const kind = tx.services.extensions.of(entityKinds).find(({ prefix }) => entityId.startsWith(prefix));
    const thing = await kind?.find(tx, entityId);
    if (kind && thing) names.push(`the ${kind.label.one} “${thing.name}”`);
  }
  return names;
};

/**
 * Creates the token and mails its link. A retry creates a new token, which makes the earlier one invalid. Nothing is sent for an invitation
 * that was answered or revoked meanwhile, or whose link was already shown to somebody.
 */
export const sendInvitation = async (
  ctx: Ctx,
  { invitationId, origin }: InputOf<typeof invitationMailJob>,
): Promise<void> => {
  const token = newToken('inv');
  const mail = await ctx.tx(async (tx) => {
    const { db, tenantId } = tx;
    const key = { tenantId, id: invitationId };
    const row = await invitationRepository.lockPending(db, key);
    const tenant = await findTenant(db, tenantId);
    if (!row || !tenant || row.isLinkShown) return undefined;
    await invitationRepository.renew(db, key, { tokenHash: hashToken(token), expiresAt: row.expiresAt });
    const inviter = row.invitedBy === null ? undefined : await userDirectory.find(db, row.invitedBy);
    return invitationMail({
      to: row.email,
      companyName: tenant.tenantName,
      invitedBy: inviter?.name ?? tenant.tenantName,
      role: row.role,
      link: `${origin}/invitation?token=${token}`,
      days: invitationDays,
      things: await nameThings(tx, row.grants),
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
