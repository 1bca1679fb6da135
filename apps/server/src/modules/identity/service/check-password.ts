import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { passwordCheck } from '../passwords.ts';
import { accountRepository } from '../repository.ts';
import { countTry, forgetTries, limits, refuseOver } from './limit-tries.ts';
import type { Caller } from './open-session.ts';
import { orderPasswordMail } from './order-password-mail.ts';

interface Credentials {
  email: string;
  password: string;
}

type Source = Pick<Caller, 'address' | 'origin'>;

const countAttempt = (ctx: Anonymous, email: string, address: string) =>
  ctx.globally(async (db) => ({
    caller: await countTry(db, limits.caller, `${address} ${email}`),
    account: await countTry(db, limits.account, email),
  }));

/**
 * Who the credentials belong to, or null. An unknown email costs the same work as a wrong password. Ten failures from one
 * address are refused for a while; after fifty from anywhere even the right password is answered like a wrong one, and
 * the owner gets a mail with the way out.
 */
export const checkPassword = async (ctx: Anonymous, { email, password }: Credentials, source: Source) => {
  const tries = await countAttempt(ctx, email, source.address);
  refuseOver(tries.caller);
  const account = await ctx.globally((db) => accountRepository.findPassword(db, email));
  const isRight = await ctx.use(passwordCheck)(account?.passwordHash, password);
  if (tries.account.count === limits.account.most + 1)
    await orderPasswordMail(ctx, { email, origin: source.origin, reason: 'locked' });
  if (!account || !isRight || tries.account.isOver) return null;
  await ctx.globally(async (db) => {
    await forgetTries(db, limits.caller, `${source.address} ${email}`);
    await forgetTries(db, limits.account, email);
  });
  return account;
};
