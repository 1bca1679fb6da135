import type { AppAccessStatus } from '@atelier/contracts/account/app-users/app-users';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { accessRequestMail } from '../mails.ts';
import { presentAppUser, toAccessStatus, toFullName } from '../present.ts';
import { appAccessRepository } from '../repository/app-access.ts';
import { type AppUserRow, appUserRepository, appUserSessionRepository } from '../repository/app-users.ts';
import { findNamedApp, getNamedApp } from './find-app.ts';
import { requireFreePlace } from './invite-app-user.ts';

/** Returns the app user who acts. Throws `auth.unauthenticated`. */
export const getOwnAppUser = async ({ db, actor }: TxCtx): Promise<AppUserRow> =>
  (actor.kind === 'app-user' ? await appUserRepository.find(db, actor.appUserId) : undefined) ??
  fail('auth.unauthenticated');

/** True when the actor is an app user with access to the app today. */
export const hasAppAccess = async ({ db, actor }: TxCtx, appId: string): Promise<boolean> =>
  actor.kind === 'app-user' && (await appAccessRepository.hasAccess(db, appId, actor.appUserId));

/** Throws `app_users.app_not_found`. */
export const readOwnAccess = (ctx: AnyCtx, appId: string) =>
  ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    const row = await getOwnAppUser(tx);
    const access = await appAccessRepository.findOfUser(tx.db, appId, row.id);
    const status = access ? toAccessStatus(access, tx.now()) : null;
    return { hasAccess: status === 'GRANTED', status, user: presentAppUser(row, { appId, access }) };
  });

/**
 * Asks for access to an app. Whoever gives access sees the request in the list of the app, and owners and administrators get a mail. An open invitation stays one, because only its
 * token accepts it. Throws `app_users.app_not_found` and `app_users.full`.
 */
export const requestAccess = (
  ctx: AnyCtx,
  { appId, origin }: { appId: string; origin: string },
): Promise<{ status: AppAccessStatus }> =>
  ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    const row = await getOwnAppUser(tx);
    const access = await appAccessRepository.lockAccess(tx.db, appId, row.email);
    if (access) return { status: toAccessStatus(access, tx.now()) };
    await requireFreePlace(tx, appId);
    const id = newId('aac');
    await appAccessRepository.insert(tx.db, {
      id,
      appId,
      email: row.email,
      status: 'REQUESTED',
      userId: row.id,
    });
    await orderAccessRequest(tx, { accessId: id, origin });
    await tx.audit('app_users.access_requested', appId, { accessId: id });
    return { status: 'REQUESTED' as const };
  });

/** Ends the session with which the request was made. */
export const signOutAppUser = (ctx: Ctx, tokenHash: string | undefined): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await getOwnAppUser(tx);
    if (tokenHash !== undefined) await appUserSessionRepository.delete(tx.db, tokenHash);
    await tx.audit('app_users.signed_out', row.id);
  });

export const accessRequestJob = defineJob({
  name: 'app-users.send-access-request',
  input: z.object({
    accessId: z.string(),
    /** The member who gets the mail. */
    userId: z.string(),
    origin: z.url(),
  }),
});

const mostMails = 20;

/** Orders a mail about a request for access to each owner and administrator of the company. */
const orderAccessRequest = async (
  tx: TxCtx,
  request: { accessId: string; origin: string },
): Promise<void> => {
  const deciders = await tenantMembers.list(tx, { roles: ['OWNER', 'ADMIN'], limit: mostMails });
  for (const { userId } of deciders) {
    const key = `${accessRequestJob.name}:${request.accessId}:${userId}`;
    await tx.enqueue(accessRequestJob, { ...request, userId }, { key });
  }
};

/** Sends the mail, unless somebody has decided about the request meanwhile. */
export const sendAccessRequest = async (
  ctx: Ctx,
  { accessId, userId, origin }: InputOf<typeof accessRequestJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const access = await appAccessRepository.find(tx.db, accessId);
    if (access?.status !== 'REQUESTED' || access.userId === null) return undefined;
    const asker = await appUserRepository.find(tx.db, access.userId);
    const [member] = await tenantMembers.list(tx, { userIds: [userId], roles: ['OWNER', 'ADMIN'] });
    const names = await findNamedApp(tx, access.appId);
    if (!asker || !member || !names) return undefined;
    return accessRequestMail({
      ...names,
      to: member.email,
      name: member.name,
      asker: toFullName(asker),
      askerEmail: asker.email,
      link: `${origin}/apps/${access.appId}?tab=access`,
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
