import { withoutTenant } from '../../../kernel/db/transaction/with-tenant.ts';
import type { Services } from '../../../kernel/services/services.ts';
import { userTenants } from '../tenancy/index.ts';
import { openidAttemptRepository } from './repository/openid-repository.ts';
import { passkeyChallengeRepository } from './repository/passkey-repository.ts';
import { sessionRepository } from './repository/session-repository.ts';
import {
  type AnyDb,
  signInAttemptRepository,
  userRepository,
  verificationRepository,
} from './repository/user-repository.ts';
import { longestWindowMs } from './service/checks/limit-tries.ts';

const pendingMs = 7 * 24 * 60 * 60 * 1000;

/** Nobody has ever signed in to the tenants of an unconfirmed sign-up. */
const removePending = async (db: AnyDb, before: Date): Promise<void> => {
  const userIds = await userRepository.lockPending(db, before);
  if (userIds.length === 0) return;
  await userTenants.removeOwnedAlone(db, userIds);
  await userRepository.deleteAll(db, userIds);
};

/**
 * Deletes what has expired: sessions, mailed tokens, counted attempts, unfinished sign-ins, and sign-ups that nobody confirmed within a
 * week.
 */
export const sweepIdentity = ({ identityPool }: Services): Promise<void> =>
  withoutTenant(
    identityPool,
    async (db) => {
      const now = new Date();
      await sessionRepository.deleteExpired(db, now);
      await verificationRepository.deleteExpired(db, now);
      await openidAttemptRepository.deleteExpired(db, now);
      await passkeyChallengeRepository.deleteExpired(db, now);
      await signInAttemptRepository.deleteBefore(db, new Date(now.getTime() - longestWindowMs));
      await removePending(db, new Date(now.getTime() - pendingMs));
    },
    'long',
  );
