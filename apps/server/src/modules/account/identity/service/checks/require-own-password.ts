import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { passwordCheck } from '../../passwords.ts';
import { accountRepository } from '../../repository/user-repository.ts';
import { getSessionUserId } from './get-session-user-id.ts';
import { countTry, forgetTries, limits, refuseOver } from './limit-tries.ts';

/** Requires the caller's password once more; a user without a password passes. */
export const requireOwnPassword = async (ctx: Ctx, password: string | undefined): Promise<void> => {
  const userId = getSessionUserId(ctx);
  const passwordHash = await ctx.tx(({ db }) => accountRepository.findPasswordHash(db, userId));
  if (passwordHash === undefined) return;
  refuseOver(await ctx.tx(({ db }) => countTry(db, limits.ownPassword, userId)));
  if (!(await ctx.use(passwordCheck)(passwordHash, password ?? ''))) fail('passwords.wrong');
  await ctx.tx(({ db }) => forgetTries(db, limits.ownPassword, userId));
};
