import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import { passwordCheck } from '../../passwords.ts';
import { accountRepository } from '../../repository/user-repository.ts';
import { countTry, forgetTries, limits, refuseOver } from './limit-tries.ts';

/** Returns the user who is signed in. Throws for an API key, which may not change how its user signs in. */
export const getSessionUserId = ({ actor }: AnyCtx): string =>
  actor.kind === 'user' ? actor.userId : fail('auth.needs_session');

/** Requires the caller's password once more; a user without a password passes. */
export const requireOwnPassword = async (ctx: Ctx, password: string | undefined): Promise<void> => {
  const userId = getSessionUserId(ctx);
  const passwordHash = await ctx.tx(({ db }) => accountRepository.findPasswordHash(db, userId));
  if (passwordHash === undefined) return;
  refuseOver(await ctx.tx(({ db }) => countTry(db, limits.ownPassword, userId)));
  if (!(await ctx.use(passwordCheck)(passwordHash, password ?? ''))) fail('passwords.wrong');
  await ctx.tx(({ db }) => forgetTries(db, limits.ownPassword, userId));
};
