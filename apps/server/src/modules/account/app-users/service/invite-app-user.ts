import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { userDirectory } from '../../identity/index.ts';
import { countInvitationMail } from '../../people/index.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { accessMail, invitationMail, userLink } from '../mails.ts';
import { toAccessStatus, toFullName } from '../present.ts';
import { type AppAccessRow, appAccessRepository } from '../repository/app-access.ts';
import { appUserRepository } from '../repository/app-users.ts';
import { findNamedApp } from './find-app.ts';

/** The most people from outside who have, or ask for, access to one app. */
const mostOfApp = 1000;

/** Throws `app_users.full`. */
export const requireFreePlace = async ({ db }: TxCtx, appId: string): Promise<void> => {
  if ((await appAccessRepository.countAccess(db, appId)) >= mostOfApp) fail('app_users.full');
};

const invitationDays = 7;
const invitationMs = invitationDays * 24 * 60 * 60 * 1000;

export const appInvitationMailJob = defineJob({
  name: 'app-users.send-invitation',
  input: z.object({ accessId: z.string(), origin: z.url() }),
});

interface NewAppInvitation {
  appId: string;
  email: string;
  /** The end of the access; null when it does not end by itself. */
  endsAt: Date | null;
  /** The origin of the mailed link. */
  origin: string;
}

/**
 * Returns what an invitation makes of an access. Whoever has proved the address already gets access at once; all others accept with the
 * token of the mail, so that an account which somebody else made with a shown link gains nothing.
 */
const changesFor = async (tx: TxCtx, { email, endsAt }: NewAppInvitation) => {
  const given = { endsAt, givenBy: findUserId(tx), isLinkShown: false };
  const account = await appUserRepository.findByEmail(tx.db, email);
  if (account?.emailVerified)
    return {
      ...given,
      status: 'GRANTED' as const,
      userId: account.id,
      tokenHash: null,
      invitedUntil: null,
    };
  const invitedUntil = new Date(tx.now().getTime() + invitationMs);
  return { ...given, status: 'INVITED' as const, tokenHash: hashToken(newToken('api')), invitedUntil };
};

/** Stores an invitation that is not a change of present access, and orders its mail. Throws what `inviteAppUser` throws. */
const invite = async (tx: TxCtx, invitation: NewAppInvitation, earlier: AppAccessRow | undefined) => {
  const { appId, email, origin } = invitation;
  if (!earlier) await requireFreePlace(tx, appId);
  const changes = await changesFor(tx, invitation);
  const id = earlier?.id ?? newId('aac');
  if (earlier) await appAccessRepository.update(tx.db, id, changes);
  else await appAccessRepository.insert(tx.db, { id, appId, email, ...changes });
  await countInvitationMail(tx, email);
  const key = `${appInvitationMailJob.name}:${id}`;
  await tx.enqueue(appInvitationMailJob, { accessId: id, origin }, { key });
  return { id, status: changes.status };
};

/** Changes the last day of present access. */
const prolong = async (tx: TxCtx, { id }: AppAccessRow, { endsAt }: NewAppInvitation) => {
  await appAccessRepository.update(tx.db, id, { endsAt, givenBy: findUserId(tx) });
  return { id, status: 'GRANTED' as const };
};

/**
 * Invites an address to an app and orders the mail; inviting it again sends another mail. Returns ALREADY for a person who has access until
 * the same day. Throws `app_users.ends_in_past`, `app_users.full`, `people.address_invited_often` and `people.invited_often`.
 */
export const inviteAppUser = async (
  tx: TxCtx,
  invitation: NewAppInvitation,
): Promise<'ALREADY' | 'GRANTED' | 'INVITED'> => {
  const { appId, email, endsAt } = invitation;
  if (endsAt !== null && endsAt <= tx.now()) fail('app_users.ends_in_past');
  // Counting mails and places needs one invitation after the other.
  await tenantMembers.lock(tx);
  const earlier = await appAccessRepository.lockAccess(tx.db, appId, email);
  const isSame = earlier?.endsAt?.getTime() === endsAt?.getTime();
  if (earlier && isSame && toAccessStatus(earlier, tx.now()) === 'GRANTED') return 'ALREADY';
  const { id, status } =
    earlier?.status === 'GRANTED'
      ? await prolong(tx, earlier, invitation)
      : await invite(tx, invitation, earlier);
  await tx.audit('app_users.invited', appId, { accessId: id, email, status, endsAt });
  return status;
};

/** Renews the token of an open invitation and returns its link. */
export const renewLink = async (
  tx: TxCtx,
  access: AppAccessRow,
  { origin, isLinkShown }: { origin: string; isLinkShown: boolean },
): Promise<string> => {
  const token = newToken('api');
  await appAccessRepository.update(tx.db, access.id, { tokenHash: hashToken(token), isLinkShown });
  return userLink(origin, '/user/sign-up', { app: access.appId, token });
};

/**
 * Mails the link of an invitation, or tells a person who has an account that they have access. Nothing is sent for an invitation that was
 * accepted or revoked meanwhile, or whose link was already shown to somebody.
 */
export const sendAppInvitation = async (
  ctx: Ctx,
  { accessId, origin }: InputOf<typeof appInvitationMailJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const access = await appAccessRepository.lock(tx.db, accessId);
    const names = access && (await findNamedApp(tx, access.appId));
    if (!access || !names || access.isLinkShown) return undefined;
    const giver = access.givenBy === null ? undefined : await userDirectory.find(tx.db, access.givenBy);
    const parts = { to: access.email, ...names, invitedBy: giver?.name ?? names.companyName };
    if (access.status === 'INVITED') {
      const link = await renewLink(tx, access, { origin, isLinkShown: false });
      return invitationMail({ ...parts, link, days: invitationDays });
    }
    const account = access.userId === null ? undefined : await appUserRepository.find(tx.db, access.userId);
    if (access.status !== 'GRANTED' || !account) return undefined;
    const link = userLink(origin, '/user/sign-in', { app: access.appId });
    return accessMail({ ...parts, link, name: toFullName(account) });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
