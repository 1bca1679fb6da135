import type { AppUserSignUp } from '@atelier/contracts/account/app-users/app-users';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashPassword } from '../../identity/index.ts';
import { appUserRepository } from '../repository/app-users.ts';
import { getInvitation, grantInvited } from './accept-invitation.ts';
import { enterTenant } from './find-app.ts';
import { type EnteredAppUser, openAppUserSession } from './open-app-user-session.ts';
import { orderAppUserMail } from './order-app-user-mail.ts';

type Input = z.output<typeof AppUserSignUp> & { origin: string };

/**
 * Creates the account of an invited person and signs them in. Throws `app_users.app_not_found`, `app_users.invitation_invalid` and
 * `app_users.account_exists`.
 */
export const signUpAppUser = async (anonymous: Anonymous, input: Input): Promise<EnteredAppUser> => {
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
