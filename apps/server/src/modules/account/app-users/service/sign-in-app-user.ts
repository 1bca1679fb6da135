import type { AppUser, AppUserSignIn, AppUserSignUp } from '@atelier/contracts/account/app-users/app-users';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword, passwordCheck, tries } from '../../identity/index.ts';
import { appUserSessionSeconds, newAppUserToken } from '../app-user-token.ts';
import { presentAppUser } from '../present.ts';
import { appAccessRepository } from '../repository/app-access.ts';
import {
  type AppUserRow,
  appUserRepository,
  appUserSessionRepository,
  appUserTokenRepository,
} from '../repository/app-users.ts';
import { getInvitation, grantInvited, type Invited } from './accept-invitation.ts';
import { enterTenant, getNamedApp } from './find-app.ts';
import { orderAppUserMail } from './order-app-user-mail.ts';
import { getOwnAppUser } from './own-access.ts';

export interface EnteredAppUser {
  token: string;
  user: AppUser;
  hasAccess: boolean;
}

/** Opens a session for a person who has proved who they are. A session opens every app of the company that they have access to. */
export const openAppUserSession = async (
  tx: TxCtx,
  row: AppUserRow,
  appId: string,
): Promise<EnteredAppUser> => {
  const token = newAppUserToken(tx.tenantId);
  await appUserSessionRepository.deleteExpired(tx.db, row.id);
  await appUserSessionRepository.insert(tx.db, {
    tokenHash: hashToken(token),
    userId: row.id,
    expiresAt: new Date(tx.now().getTime() + appUserSessionSeconds * 1000),
  });
  const access = await appAccessRepository.findOfUser(tx.db, appId, row.id);
  return {
    token,
    user: presentAppUser(row, { appId, access }),
    hasAccess: await appAccessRepository.hasAccess(tx.db, appId, row.id),
  };
};

type Input = z.output<typeof AppUserSignIn> & { address: string };

/**
 * Returns the app user of the credentials, or undefined. An unknown address costs the same work as a wrong password. The limits are those
 * of builders, counted apart from theirs and for each company.
 */
const checkCredentials = async (ctx: Ctx, input: Input): Promise<AppUserRow | undefined> => {
  const { email, password, address } = input;
  const subject = `app user ${ctx.tenantId} ${email}`;
  const { own, account } = await ctx.tx(async ({ db }) => ({
    own: await tries.count(db, tries.limits.caller, `${address} ${subject}`),
    account: await tries.count(db, tries.limits.account, subject),
  }));
  tries.refuseOver(own);
  const row = await ctx.tx(({ db }) => appUserRepository.findByEmail(db, email));
  const isRight = await ctx.use(passwordCheck)(row?.passwordHash, password);
  if (!row || !isRight || account.isOver) return undefined;
  await ctx.tx(async ({ db }) => {
    await tries.forget(db, tries.limits.caller, `${address} ${subject}`);
    await tries.forget(db, tries.limits.account, subject);
  });
  return row;
};

/**
 * Signs an app user in, and accepts the invitation whose token they bring. Whoever has no access to the app is signed in nevertheless and
 * can ask for it. Throws `app_users.app_not_found`, `app_users.bad_credentials` and `app_users.invitation_invalid`.
 */
export const signInAppUser = async (anonymous: Anonymous, input: Input): Promise<EnteredAppUser> => {
  const ctx = await enterTenant(anonymous, input);
  const known = (await checkCredentials(ctx, input)) ?? fail('app_users.bad_credentials');
  return ctx.tx(async (tx) => {
    if (input.token !== undefined) {
      const invitation = await getInvitation(tx, { appId: input.appId, token: input.token });
      if (invitation.email !== known.email) fail('app_users.invitation_invalid');
      await grantInvited(tx, invitation, known.id);
    }
    // The password may have been replaced while it was being compared.
    const row = await appUserRepository.find(tx.db, known.id);
    if (row?.passwordHash !== known.passwordHash) return fail('app_users.bad_credentials');
    await tx.audit('app_users.signed_in', row.id, { appId: input.appId });
    return openAppUserSession(tx, row, input.appId);
  });
};

type NewSignUp = z.output<typeof AppUserSignUp> & { origin: string };

/**
 * Creates the account of an invited person and signs them in. Throws `app_users.app_not_found`, `app_users.invitation_invalid` and
 * `app_users.account_exists`.
 */
export const signUpAppUser = async (anonymous: Anonymous, input: NewSignUp): Promise<EnteredAppUser> => {
  const ctx = await enterTenant(anonymous, input);
  // The work of hashing a password is done only for an invitation that can be accepted.
  await ctx.tx((tx) => getInvitation(tx, input));
  const passwordHash = await hashPassword(input.password);
  return ctx.tx(async (tx) => {
    const invitation = await getInvitation(tx, input);
    const { email, appId } = invitation;
    if (await appUserRepository.findByEmail(tx.db, email)) fail('app_users.account_exists');
    const id = newId('apu');
    const { firstName, lastName } = input;
    await appUserRepository.insert(tx.db, { id, email, firstName, lastName, passwordHash });
    await tx.audit('app_users.signed_up', id, { appId });
    await grantInvited(tx, invitation, id);
    if (invitation.isLinkShown)
      await orderAppUserMail(tx, { userId: id, appId, origin: input.origin, purpose: 'VERIFY' });
    const row = (await appUserRepository.find(tx.db, id)) ?? fail('app_users.invitation_invalid');
    return openAppUserSession(tx, row, appId);
  });
};

/** Throws `app_users.app_not_found` and `app_users.link_expired`. */
export const verifyAppUser = async (
  anonymous: Anonymous,
  { token, ...link }: Invited & { tenantId?: string | undefined },
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  await ctx.tx(async (tx) => {
    const userId =
      (await appUserTokenRepository.consume(tx.db, hashToken(token), 'VERIFY')) ??
      fail('app_users.link_expired');
    await appUserRepository.verify(tx.db, userId);
    await tx.audit('app_users.verified', userId);
  });
};

/** Sends the mail again, a few times an hour. Throws `app_users.app_not_found`. */
export const sendVerification = async (ctx: Ctx, appId: string, origin: string): Promise<void> => {
  const { email } = await ctx.tx(async (tx) => {
    await getNamedApp(tx, appId);
    return getOwnAppUser(tx);
  });
  const { isOver } = await ctx.tx(({ db }) =>
    tries.count(db, tries.limits.mail, `app user ${ctx.tenantId} ${email}`),
  );
  if (isOver) return;
  await ctx.tx(async (tx) => {
    const { id } = await getOwnAppUser(tx);
    await orderAppUserMail(tx, { userId: id, appId, origin, purpose: 'VERIFY' });
  });
};

/** Answers every address in the same way and with the same work. Only a few mails an hour are sent. Throws `app_users.app_not_found`. */
export const forgotAppUserPassword = async (
  anonymous: Anonymous,
  { email, ...link }: { appId: string; tenantId?: string | undefined; email: string },
  origin: string,
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  const { isOver } = await ctx.tx(({ db }) =>
    tries.count(db, tries.limits.mail, `app user ${ctx.tenantId} ${email}`),
  );
  if (isOver) return;
  await ctx.tx(async (tx) => {
    const row = await appUserRepository.findByEmail(tx.db, email);
    const order = { userId: row?.id ?? null, appId: link.appId, origin, purpose: 'RESET' as const };
    await orderAppUserMail(tx, order, hashToken(email));
  });
};

/**
 * Sets a new password with the token of the mail, which proves the address and can be used once, and ends every session of the person.
 * Throws `app_users.app_not_found` and `app_users.link_expired`.
 */
export const resetAppUserPassword = async (
  anonymous: Anonymous,
  { token, password, ...link }: Invited & { tenantId?: string | undefined; password: string },
): Promise<void> => {
  const ctx = await enterTenant(anonymous, link);
  const hash = hashToken(token);
  if (!(await ctx.tx(({ db }) => appUserTokenRepository.isOpen(db, hash, 'RESET'))))
    fail('app_users.link_expired');
  const passwordHash = await hashPassword(password);
  await ctx.tx(async (tx) => {
    const userId =
      (await appUserTokenRepository.consume(tx.db, hash, 'RESET')) ?? fail('app_users.link_expired');
    await appUserRepository.setPassword(tx.db, userId, passwordHash);
    await appUserTokenRepository.deleteTokens(tx.db, userId);
    await appUserSessionRepository.deleteAll(tx.db, userId);
    const row = await appUserRepository.find(tx.db, userId);
    if (row) await tries.forget(tx.db, tries.limits.account, `app user ${tx.tenantId} ${row.email}`);
    await tx.audit('app_users.password_reset', userId);
  });
};
