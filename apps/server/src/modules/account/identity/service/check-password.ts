import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { passwordCheck } from '../passwords.ts';
import { accountRepository } from '../repository/user-repository.ts';
import { deviceCookies } from '../request/cookies.ts';
import { countTry, forgetTries, limits, refuseOver } from './checks/limit-tries.ts';
import { orderPasswordMail } from './mails/send-password-mail.ts';
import type { Caller } from './sessions/open-session.ts';

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
