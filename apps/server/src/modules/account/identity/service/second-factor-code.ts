import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { hashToken, type Secrets } from '../../../../kernel/secrets/secrets.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import type { AnyDb } from '../repository/user-repository.ts';

/** The scope names the user, so that the secret of one row cannot be used in another. */
const scopeOf = (userId: string) => ({ purpose: 'second-factor', tenantId: userId });

/** The seconds by which a phone's clock may be wrong: one time step each way (RFC 6238, 5.2). */
const tolerance = 30;

export const newSecret = (secrets: Secrets, user: { userId: string; email: string }) => {
  const secret = generateSecret();
  return {
    secret,
    uri: generateURI({ issuer: 'Atelier', label: user.email, secret }),
    sealed: secrets.encrypt(secret, scopeOf(user.userId)),
  };
};

/** Crockford's alphabet, which has no letters that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes ten codes of 80 random bits such as `k3f9-…`, too many to guess even from their hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    Array.from(randomBytes(16), (byte) => alphabet.charAt(byte & 31))
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** Users copy codes with spaces, dashes and capitals. */
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

export const hashRecoveryCode = (code: string): string => hashToken(plain(code));

/**
 * Returns whether a code is right, and uses it up: a code of the app is valid once (RFC 6238, 5.2), and so is a recovery code. Call it
 * where the transaction is committed even if the code is wrong.
 */
export const takeCode = async (
  db: AnyDb,
  secrets: Secrets,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> => {
  const factor = await secondFactorRepository.find(db, userId);
  if (!factor) return false;
  const token = plain(code);
  if (!/^\d{6}$/.test(token)) return secondFactorRepository.takeRecoveryCode(db, userId, hashToken(token));
  const secret = secrets.decrypt(factor.secret, scopeOf(userId));
  const result = verifySync({ secret, token, epochTolerance: tolerance, afterTimeStep: factor.lastStep });
  return result.valid && 'timeStep' in result && secondFactorRepository.advance(db, userId, result.timeStep);
};
