import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { userRepository, verificationRepository } from '../repository/user-repository.ts';
import { checkPassword } from './check-password.ts';
import { countTry, forgetTries, limits, refuseOver } from './checks/limit-tries.ts';
import { orderVerificationMail } from './mails/send-verification-mail.ts';
import { takeCode } from './second-factor.ts';
import { continueSignIn, findHome, type SignedIn, startSession } from './sessions/continue-sign-in.ts';
import type { Caller } from './sessions/open-session.ts';

interface SecondStep {
  challenge: string;
  code: string;
}

/**
 * Finishes a sign-in with the second factor. After five wrong codes in a quarter of an hour, further codes are refused, whichever challenge
 * they come with.
 */
export const finishSignIn = async (ctx: Anonymous, step: SecondStep, caller: Caller): Promise<SignedIn> => {
  const hash = hashToken(step.challenge);
  const find = { hash, purposes: ['second-factor' as const] };
  const { userId } =
    (await ctx.globally((db) => verificationRepository.find(db, find, new Date()))) ??
    fail('auth.challenge_expired');
  refuseOver(await ctx.globally((db) => countTry(db, limits.code, userId)));
  const isRight = await ctx.globally((db) => takeCode(db, ctx.services.secrets, { userId, code: step.code }));
  if (!isRight) fail('auth.code_wrong');
  const user = await ctx.globally(async (db) => {
    await forgetTries(db, limits.code, userId);
    return (await verificationRepository.consume(db, hash)) ? userRepository.find(db, userId) : undefined;
  });
  return startSession(ctx, { userId, name: (user ?? fail('auth.challenge_expired')).name }, caller);
};

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
