import { fail } from '../../../kernel/errors.ts';
import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { signInAttemptRepository } from '../repository.ts';

const maxFailures = 10;
export const attemptWindowMs = 15 * 60 * 1000;

const callerHash = (email: string, address: string): string => hashToken(`${address} ${email}`);

/**
 * Refuses an email from one network address after ten failures in 15 minutes. The attempt counts before the password is
 * looked at, so that parallel guesses count too; a success forgets them all.
 */
export const countSignInAttempt = async (ctx: Anonymous, email: string, address: string): Promise<void> => {
  const now = Date.now();
  const since = new Date(now - attemptWindowMs);
  const { attempts, beganAt } = await ctx.globally((db) =>
    signInAttemptRepository.count(db, callerHash(email, address), since),
  );
  if (attempts > maxFailures)
    fail('request.rate_limited', {
      retryAfterSeconds: Math.max(1, Math.ceil((beganAt.getTime() + attemptWindowMs - now) / 1000)),
    });
};

export const forgetSignInAttempts = (ctx: Anonymous, email: string, address: string): Promise<void> =>
  ctx.globally((db) => signInAttemptRepository.forget(db, callerHash(email, address)));
