import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { userRepository, verificationRepository } from '../repository/user-repository.ts';
import { countTry, forgetTries, limits, refuseOver } from './checks/limit-tries.ts';
import { takeCode } from './second-factor-code.ts';
import { type SignedIn, startSession } from './sessions/continue-sign-in.ts';
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
