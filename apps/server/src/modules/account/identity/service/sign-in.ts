import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { checkPassword } from './check-password.ts';
import { countTry, limits } from './checks/limit-tries.ts';
import { orderVerificationMail } from './mails/order-verification-mail.ts';
import { continueSignIn, findHome, type SignedIn } from './sessions/continue-sign-in.ts';
import type { Caller } from './sessions/open-session.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Nobody may sign in before the link of the sign-up mail was followed; the mail is sent again, a few times an hour. */
const askToConfirm = async (
  ctx: Anonymous,
  userId: string,
  { email, origin }: { email: string; origin: string },
) => {
  const { tenantId } = await findHome(ctx, userId);
  const { isOver } = await ctx.globally((db) => countTry(db, limits.mail, email));
  if (!isOver)
    await ctx
      .forTenant(tenantId, { kind: 'system', name: 'identity.sign-in' })
      .tx((tx) => orderVerificationMail(tx, userId, origin));
  return fail('auth.email_unverified');
};

/** Starts a session with email and password. An unknown email gets the same answer as a wrong password. */
export const signIn = async (ctx: Anonymous, credentials: Credentials, caller: Caller): Promise<SignedIn> => {
  const account = (await checkPassword(ctx, credentials, caller)) ?? fail('auth.bad_credentials');
  if (account.pending)
    await askToConfirm(ctx, account.userId, { email: credentials.email, origin: caller.origin });
  return continueSignIn(ctx, account, caller);
};
