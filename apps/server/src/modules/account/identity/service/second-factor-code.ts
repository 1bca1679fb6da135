import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { hashToken, type Secrets } from '../../../../kernel/secrets/secrets.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import type { AnyDb } from '../repository/user-repository.ts';

/** Bound to its person, so that one row's secret cannot stand in another's. */
const scopeOf = (userId: string) => ({ purpose: 'second-factor', tenantId: userId });

/** Seconds by which the clock of a phone may be wrong, one step each way (RFC 6238, 5.2). */
const tolerance = 30;

export const newSecret = (secrets: Secrets, person: { userId: string; email: string }) => {
  const secret = generateSecret();
  return {
    secret,
    uri: generateURI({ issuer: 'Atelier', label: person.email, secret }),
    sealed: secrets.encrypt(secret, scopeOf(person.userId)),
  };
};

/** Crockford's alphabet: no letters that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 random bits such as `k3f9-…`, too many to guess even from their hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    Array.from(randomBytes(16), (byte) => alphabet.charAt(byte & 31))
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** Spaces, dashes and capitals are how people copy codes. */
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

export const hashRecoveryCode = (code: string): string => hashToken(plain(code));

/**
 * Whether a code is right, using it up: a code of the app serves once (RFC 6238, 5.2), and so does a recovery code. Call it
 * where the answer is committed even if it is no.
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
