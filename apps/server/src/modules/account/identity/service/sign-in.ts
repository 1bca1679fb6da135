import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { passwordCheck } from '../passwords.ts';
import { accountRepository, userRepository, verificationRepository } from '../repository/user-repository.ts';
import { deviceCookies } from '../request/cookies.ts';
import { countTry, forgetTries, limits, refuseOver } from './checks/limit-tries.ts';
import { orderPasswordMail } from './mails/send-password-mail.ts';
import { takeCode } from './second-factor.ts';
import {
  type Caller,
  continueSignIn,
  findHome,
  type SignedIn,
  startSession,
} from './sessions/open-session.ts';
import { orderVerificationMail } from './verify-email.ts';

interface Credentials {
  email: string;
  password: string;
}

type Source = Pick<Caller, 'address' | 'origin' | 'cookies'>;

/** Returns the counters of an attempt: only the device when the account knows it, else the address and the account. */
const chooseCounters = (ctx: Anonymous, email: string, { address, cookies }: Source) => {
  const device = ctx.use(deviceCookies).find(cookies, email);
  return device === undefined
    ? {
        own: { limit: limits.caller, subject: `${address} ${email}` },
        account: { limit: limits.account, subject: email },
      }
    : { own: { limit: limits.device, subject: device }, account: undefined };
};

/**
 * Returns the user of the credentials, or null. An unknown email costs the same work as a wrong password. After ten failures from one
 * address or known device, attempts are refused for a while. After fifty from anywhere, even the right password is answered like a wrong
 * one, except from known devices, and the owner gets a mail with a way out.
 */
export const checkPassword = async (ctx: Anonymous, { email, password }: Credentials, source: Source) => {
  const counters = chooseCounters(ctx, email, source);
  const tries = await ctx.globally(async (db) => ({
    own: await countTry(db, counters.own.limit, counters.own.subject),
    account: counters.account && (await countTry(db, counters.account.limit, counters.account.subject)),
  }));
  refuseOver(tries.own);
  const account = await ctx.globally((db) => accountRepository.findPassword(db, email));
  const isRight = await ctx.use(passwordCheck)(account?.passwordHash, password);
  if (tries.account?.count === limits.account.most + 1)
    await orderPasswordMail(ctx, { email, origin: source.origin, reason: 'locked' });
  if (!account || !isRight || tries.account?.isOver) return null;
  await ctx.globally(async (db) => {
    await forgetTries(db, counters.own.limit, counters.own.subject);
    if (counters.account) await forgetTries(db, counters.account.limit, counters.account.subject);
  });
  return account;
};

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
