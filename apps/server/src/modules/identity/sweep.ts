import { globally } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { sessionRepository, signInAttemptRepository, verificationRepository } from './repository.ts';
import { attemptWindowMs } from './service/limit-sign-in.ts';

/** Forgets what has run out: sessions, mailed tokens, counted attempts. */
export const sweepIdentity = ({ identityPool }: Services): Promise<void> =>
  globally(identityPool, async (db) => {
    const now = new Date();
    await sessionRepository.deleteExpired(db, now);
    await verificationRepository.deleteExpired(db, now);
    await signInAttemptRepository.deleteBefore(db, new Date(now.getTime() - attemptWindowMs));
  });
