import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { passkeyChallengeRepository } from '../../repository/passkey-repository.ts';
import type { AnyDb } from '../../repository/user-repository.ts';
import { challengeMs } from '../site.ts';

/** Stores a challenge for a device to sign, which this user can use once; `userId` is null at a sign-in. */
export const newChallenge = async (db: AnyDb, userId: string | null): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url');
  await passkeyChallengeRepository.insert(db, {
    challengeHash: hashToken(challenge),
    userId,
    expiresAt: new Date(Date.now() + challengeMs),
  });
  return challenge;
};
