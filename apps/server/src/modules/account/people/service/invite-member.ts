import type { MemberRole } from '@atelier/contracts/account/people/people';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { withoutTenant } from '../../../../kernel/db/transaction/with-tenant.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { planLimits } from '../../../../kernel/plans/plans.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { userDirectory } from '../../identity/index.ts';
import { findTenant, tenantMembers } from '../../tenancy/index.ts';
import { invitationMail } from '../member-mails.ts';
import { invitationMailRepository, invitationRepository } from '../repository/invitations.ts';
import { memberRepository } from '../repository/members.ts';
import type { Grant } from '../tables.ts';

/** The most open invitations of a tenant at a time. */
const mostOpen = 100;
/** The most mails of a tenant within 24 hours. */
const mostOfTenant = 200;
const mostToAddress = { ofTenant: 3, ofAll: 10 };

/** Throws `people.invitations_full`. */
const requireFreeInvitation = async ({ db, tenantId }: TxCtx): Promise<void> => {
  if ((await invitationRepository.countPending(db, tenantId)) >= mostOpen) fail('people.invitations_full');
};

/**
 * Counts a mail that is about to be ordered. Revoking the invitation or deleting the tenant does not lower the count, so that no address
 * can be flooded that way. Throws `people.address_invited_often` and `people.invited_often`.
 */
export const countMail = async ({ db, tenantId }: TxCtx, email: string): Promise<void> => {
  const addressHash = hashToken(email);
  const { ofTenant, ofAll } = await invitationMailRepository.countTo(db, tenantId, addressHash);
  if (ofTenant >= mostToAddress.ofTenant || ofAll >= mostToAddress.ofAll)
    fail('people.address_invited_often');
  if ((await invitationMailRepository.countRecent(db, tenantId)) >= mostOfTenant)
    fail('people.invited_often');
  await invitationMailRepository.insert(db, tenantId, addressHash);
};

export const invitationMailJob = defineJob({
  name: 'people.send-invitation',
  input: z.object({ invitationId: z.string(), origin: z.url() }),
});

/** An invitation can be accepted for this many days. */
const invitationDays = 7;

interface NewInvitation {
  email: string;
  role: MemberRole;
  /** The origin of the mailed link, for example `https://atelier.example.com`. */
  origin: string;
  /** The entities that are granted on acceptance. */
  grants?: Grant[];
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 60 * 60 * 1000);

/** Makes a hash that belongs to no token. The real token is created when the mail is sent, and only the mail contains it in clear text. */
const noTokenYet = (): string => hashToken(newToken('inv'));

/** Throws `people.address_invited_often` and `people.invited_often`. The caller holds the lock of the members. */
const orderInvitationMail = async (
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
const requireSeat = (tx: TxCtx): Promise<void> =>
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

/** For a month, a link that was used or has expired is answered with the reason. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000;

export const sweepInvitations = ({ identityPool }: Services): Promise<void> =>
  withoutTenant(
    identityPool,
    async (db) => {
      await invitationRepository.deleteExpiredBefore(db, new Date(Date.now() - rememberedMs));
      await invitationMailRepository.deleteOld(db);
    },
    'long',
  );
