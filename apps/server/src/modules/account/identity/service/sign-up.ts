import type { SignUp } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { hashPassword } from '../passwords.ts';
import { userRepository } from '../repository/user-repository.ts';
import { requireInvite } from '../waitlist/service/require-invite.ts';
import { createAccount, type NewAccount, type Proof } from './create-account.ts';
import { orderVerificationMail } from './mails/order-verification-mail.ts';
import type { SignedIn } from './sessions/continue-sign-in.ts';
import { type Caller, openSession } from './sessions/open-session.ts';
import { readSessionUser } from './sessions/read-session-user.ts';
import { orderSignUp } from './sign-up-by-mail.ts';

/** Creates user, tenant and session in one transaction, which also orders the verification mail. */
const signUpAtOnce = (
  ctx: Anonymous,
  account: NewAccount,
  proof: Proof,
  caller: Caller,
): Promise<SignedIn> => {
  const { userId, name } = account;
  return ctx.forTenant(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await createAccount(tx, account, proof);
    const token = await openSession(tx, userId, caller);
    if (proof !== 'proven') await orderVerificationMail(tx, userId, caller.origin);
    return { user: await readSessionUser(tx, userId), token };
  });
};

/**
 * Signs a user up. Without a mail server the account can be used at once. With one, nobody may sign in before following the mailed link,
 * and the answer (null) is the same for an address that is taken. The token of an admission mail proves the address beforehand.
 */
export const signUp = async (ctx: Anonymous, input: SignUp, caller: Caller): Promise<SignedIn | null> => {
  const { name, email, password, companyName, invite, acceptTerms = false } = input;
  const inviteHash = invite === undefined ? null : hashToken(invite);
  const isProven = await requireInvite(ctx, { email, inviteHash, isProven: false });
  const isByMail = !isProven && !ctx.services.mailer.usesOutbox;
  if (!isByMail && (await ctx.globally((db) => userRepository.isEmailTaken(db, email))))
    fail('auth.email_taken');
  const passwordHash = await hashPassword(password);
  const account = { userId: newId('auth'), name, email, passwordHash, companyName, acceptTerms };
  if (!isByMail) return signUpAtOnce(ctx, account, isProven ? 'proven' : 'open', caller);
  await orderSignUp(ctx, account, caller.origin);
  return null;
};
