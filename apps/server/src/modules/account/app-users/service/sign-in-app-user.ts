import type { AppUserSignIn } from '@atelier/contracts/account/app-users/app-users';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { passwordCheck, tries } from '../../identity/index.ts';
import { type AppUserRow, appUserRepository } from '../repository/app-users.ts';
import { getInvitation, grantInvited } from './accept-invitation.ts';
import { enterTenant } from './find-app.ts';
import { type EnteredAppUser, openAppUserSession } from './open-app-user-session.ts';

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
