import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { InvitationShown, NewMember } from '@atelier/contracts/account/people/people';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import {
  type Caller,
  hashPassword,
  openSession,
  readSessionUser,
  userDirectory,
} from '../../identity/index.ts';
import { findTenant, tenantMembers } from '../../tenancy/index.ts';
import { invitationAccepted } from '../events.ts';
import { invitationStatus } from '../present.ts';
import { type InvitationRow, invitationRepository } from '../repository/invitations.ts';

/** Returns what the holder of a mailed link may know before signing in (TENANT-18). */
export const readInvitation = (ctx: Anonymous, token: string): Promise<InvitationShown> =>
  ctx.globally(async (db) => {
    const row =
      (await invitationRepository.findByToken(db, hashToken(token))) ?? fail('people.invitation_not_found');
    const tenant = await findTenant(db, row.tenantId);
    const inviter = row.invitedBy === null ? undefined : await userDirectory.find(db, row.invitedBy);
    const companyName = tenant?.tenantName ?? '';
    return {
      companyName,
      invitedBy: inviter?.name ?? companyName,
      role: row.role,
      email: row.email,
      expiresAt: row.expiresAt.toISOString(),
      status: invitationStatus(row, new Date()),
      hasAccount: (await userDirectory.findByEmail(db, row.email)) !== undefined,
    };
  });

interface Joining {
  userId: string;
  name: string;
  /** Creates the account of a user who has none yet. */
  prepare: (tx: TxCtx) => Promise<void>;
}

const requireActive = (tenant: { status: string } | undefined): void => {
  if (tenant?.status !== 'ACTIVE') fail('people.tenant_disabled');
};

const findOpen = async (ctx: Anonymous, token: string): Promise<InvitationRow> => {
  const found = await ctx.globally(async (db) => {
    const row = await invitationRepository.findByToken(db, hashToken(token));
    return row && { row, tenant: await findTenant(db, row.tenantId) };
  });
  if (!found) return fail('people.invitation_not_found');
  if (invitationStatus(found.row, new Date()) !== 'PENDING') fail('people.invitation_closed');
  requireActive(found.tenant);
  return found.row;
};

const newAccount = async (
  { email, isLinkShown }: InvitationRow,
  account: z.output<typeof NewMember> | undefined,
): Promise<Joining> => {
  const { name, password, acceptTerms } = account ?? fail('people.account_needed');
  const passwordHash = await hashPassword(password);
  const userId = newId('auth');
  return {
    userId,
    name,
    prepare: (tx) =>
      userDirectory.insert(tx.db, {
        userId,
        accountId: newId('acc'),
        name,
        email,
        isVerified: !isLinkShown,
        mailProven: !tx.services.mailer.usesOutbox,
        passwordHash,
        termsAcceptedAt: acceptTerms ? tx.now() : null,
      }),
  };
};

/** Returns the user who joins: the signed-in user with the invited address, or a new one. Nobody can accept for somebody else. */
const whoJoins = async (
  ctx: Anonymous,
  invitation: InvitationRow,
  account: z.output<typeof NewMember> | undefined,
): Promise<Joining> => {
  const { email, isLinkShown } = invitation;
  const holder = await ctx.globally((db) => userDirectory.findByEmail(db, email));
  const signedIn = ctx.principal?.kind === 'user' ? ctx.principal : null;
  if (signedIn && signedIn.userId !== holder?.id) fail('people.invitation_for_other');
  if (!holder) return newAccount(invitation, account);
  if (!signedIn) fail('people.sign_in_first');
  return {
    userId: holder.id,
    name: holder.name,
    prepare: async (tx) => {
      if (isLinkShown) return;
      const mailProven = !tx.services.mailer.usesOutbox;
      await userDirectory.verifyEmail(tx.db, holder.id, { email, mailProven });
    },
  };
};

const join = async (tx: TxCtx, invitation: InvitationRow, userId: string): Promise<void> => {
  const { tenantId, id, role, grants, invitedBy } = invitation;
  await tenantMembers.lock(tx);
  // Checked again under the lock, because the tenant may have been disabled meanwhile.
  requireActive(await findTenant(tx.db, tenantId));
  if (!(await invitationRepository.accept(tx.db, invitation))) fail('people.invitation_closed');
  if (!(await tenantMembers.find(tx, userId))) await tenantMembers.add(tx, { userId, role, invitedBy });
  await tx.audit('people.invitation_accepted', id, { userId, role });
  await tx.emit(invitationAccepted, { tenantId, userId, grants, invitedBy });
};

/**
 * Makes the holder of a link a member of the tenant and starts a session there. A mailed link proves the address. A new user gets no tenant
 * of their own before they need one.
 */
export const acceptInvitation = async (
  ctx: Anonymous,
  { token, account }: { token: string; account: z.output<typeof NewMember> | undefined },
  caller: Caller,
): Promise<{ user: SessionUser; token: string }> => {
  const invitation = await findOpen(ctx, token);
  const { userId, name, prepare } = await whoJoins(ctx, invitation, account);
  const actor = { kind: 'user', userId, role: invitation.role, name } as const;
  return ctx.forTenant(invitation.tenantId, actor).tx(async (tx) => {
    await prepare(tx);
    await join(tx, invitation, userId);
    const session = await openSession(tx, userId, caller);
    return { user: await readSessionUser(tx, userId), token: session };
  });
};
