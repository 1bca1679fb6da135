import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { fail } from '../../../../kernel/base/errors.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { passkeyChallengeRepository } from '../repository/passkey-repository.ts';
import type { AnyDb } from '../repository/user-repository.ts';

/** Returns the site that a passkey belongs to. Browsers create none for a bare IP address. */
export const parseSite = (origin: string): { origin: string; host: string } => {
  const host = new URL(origin).hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys.no_host_name');
  return { origin, host };
};

/** The time in which a user must answer the device, in milliseconds. */
export const challengeMs = 5 * 60 * 1000;

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
