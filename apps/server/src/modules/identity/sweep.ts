import { globally } from '../../kernel/context.ts';
import type { Services } from '../../kernel/services.ts';
import { companyRepository } from './company-repository.ts';
import { openidAttemptRepository } from './openid/repository.ts';
import { passkeyChallengeRepository } from './passkeys/repository.ts';
import { signInAttemptRepository, verificationRepository } from './repository.ts';
import { longestWindowMs } from './service/limit-tries.ts';
import { sessionRepository } from './session-repository.ts';

const pendingMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets what has run out: sessions, mailed tokens, counted attempts, begun sign-ins, and sign-ups that nobody confirmed in a week. */
export const sweepIdentity = ({ identityPool }: Services): Promise<void> =>
  globally(
    identityPool,
    async (db) => {
      const now = new Date();
      await sessionRepository.deleteExpired(db, now);
      await verificationRepository.deleteExpired(db, now);
      await openidAttemptRepository.deleteExpired(db, now);
      await passkeyChallengeRepository.deleteExpired(db, now);
      await signInAttemptRepository.deleteBefore(db, new Date(now.getTime() - longestWindowMs));
      await companyRepository.deletePending(db, new Date(now.getTime() - pendingMs));
    },
    'long',
  );
