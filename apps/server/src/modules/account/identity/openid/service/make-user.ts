import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { foundTenant } from '../../../tenancy/index.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { userRepository } from '../../repository/user-repository.ts';
import { orderVerificationMail } from '../../service/mails/send-verification-mail.ts';
import type { NamedUser } from '../../service/sessions/continue-sign-in.ts';
import { waitlistRepository } from '../../waitlist/repository.ts';
import { requireInvite } from '../../waitlist/service/require-invite.ts';
import type { Arrival } from './find-user.ts';

/** The prefix of a user's id tells how they signed up: `auth` with a password (HEADER-17), and for Google as TENANT-14 says. */
const idPrefixes: Record<OpenidProvider, string> = {
  openid: 'oidc',
  google: 'google-oauth2',
  microsoft: 'waad',
};

const nameOf = (email: string): string => email.split('@')[0] ?? email;

/**
 * Creates a user who came from a provider, with a tenant of their own. The sign-in page says that continuing means agreeing to the terms.
 * If the provider has not verified the address, we mail a link to confirm it.
 */
export const makeUser = async (
  ctx: Anonymous,
  { provider, answer, inviteHash, origin }: Arrival,
  email: string,
): Promise<NamedUser> => {
  const isVouchedFor = answer.isEmailVerified === true;
  const isProven = await requireInvite(ctx, { email, inviteHash, isProven: isVouchedFor });
  const userId = newId(idPrefixes[provider]);
  const name = answer.name ?? nameOf(email);
  return ctx.forTenant(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await userRepository.insert(tx.db, {
      id: userId,
      name,
      email,
      emailVerified: isProven,
      mailProven: isVouchedFor || (isProven && !tx.services.mailer.usesOutbox),
      termsAcceptedAt: tx.now(),
    });
    await signInAccountRepository.insert(tx.db, {
      id: newId('acc'),
      userId,
      provider,
      subject: answer.subject,
      email,
    });
    await foundTenant(tx, { name: `${name}’s company`, ownerId: userId });
    await waitlistRepository.markJoined(tx.db, email);
    await tx.audit('identity.signed_up', userId, { provider });
    if (!isProven) await orderVerificationMail(tx, userId, origin);
    return { userId, name };
  });
};
