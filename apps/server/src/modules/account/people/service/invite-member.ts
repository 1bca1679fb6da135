import type { MemberRole } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { lockMembers } from '../../tenancy/index.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { peopleRepository } from '../repository/people.ts';
import type { Grant } from '../tables.ts';
import { countMail, requireRoom } from './spare-addresses.ts';

export const invitationMailTask = 'people.send-invitation';

/** How long an invitation can be accepted. */
export const invitationDays = 7;

export interface NewInvitation {
  email: string;
  role: MemberRole;
  /** Where the mailed link leads, for example `https://atelier.example.com`. */
  origin: string;
  /** What is given on acceptance. */
  grants?: Grant[];
}

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + invitationDays * 24 * 60 * 60 * 1000);

/** A hash that no token has: the true one is made when the mail is sent, and exists in clear text there alone. */
export const noTokenYet = (): string => hashToken(newToken('inv'));

/** Throws `people.address_invited_often` and `people.invited_often`. The caller holds the lock of the members. */
export const orderInvitationMail = async (
  tx: TxCtx,
  { id, email, origin }: { id: string; email: string; origin: string },
): Promise<void> => {
  await countMail(tx, email);
  const key = `${invitationMailTask}:${id}`;
  await tx.enqueue(invitationMailTask, { invitationId: id, origin }, { key });
};

const unite = (before: readonly Grant[], more: readonly Grant[]): Grant[] =>
  [...new Set([...before, ...more].map(({ entityId }) => entityId))].map((entityId) => ({ entityId }));

/** The open invitation of an address gets more grants; an expired one makes room for a new one. */
const meetEarlier = async (
  tx: TxCtx,
  email: string,
  grants: readonly Grant[],
): Promise<string | undefined> => {
  const { db, tenantId } = tx;
  const earlier = await invitationRepository.findPendingOf(db, tenantId, email);
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

/** Open invitations take a seat of the plan too. */
export const requireSeat = (tx: TxCtx): Promise<void> =>
  tx.services.plans.requireSeat(
    tx,
    async () =>
      (await peopleRepository.countMembers(tx.db, tx.tenantId)) +
      (await invitationRepository.countPending(tx.db, tx.tenantId)),
  );

/** Invites an address into the transaction's company and orders the mail; returns the id of its one open invitation. */
export const inviteMember = async (tx: TxCtx, invitation: NewInvitation): Promise<string> => {
  const { db, tenantId, actor } = tx;
  const { email, role, origin, grants = [] } = invitation;
  await lockMembers(tx);
  if (await peopleRepository.findMemberByEmail(db, tenantId, email)) fail('people.already_member');
  const earlierId = await meetEarlier(tx, email, grants);
  if (earlierId !== undefined) return earlierId;
  await requireSeat(tx);
  await requireRoom(tx);
  const id = newId('inv');
  await invitationRepository.insert(db, {
    id,
    tenantId,
    email,
    role,
    grants,
    tokenHash: noTokenYet(),
    invitedBy: 'userId' in actor ? actor.userId : null,
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
