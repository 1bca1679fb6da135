import { randomBytes } from 'node:crypto';
import type { SecondFactorState } from '@atelier/contracts/account/identity/account';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { hashToken, type Secrets } from '../../../../kernel/secrets/secrets.ts';
import { secondFactorRepository } from '../repository/second-factor-repository.ts';
import { type AnyDb, accountRepository, userRepository } from '../repository/user-repository.ts';
import { getSessionUserId, requireOwnPassword } from './checks/get-session-user-id.ts';
import { countTry, forgetTries, limits, refuseOver } from './checks/limit-tries.ts';
import { orderNotice } from './mails/send-notice.ts';

/** The scope names the user, so that the secret of one row cannot be used in another. */
const buildSecretScope = (userId: string) => ({ purpose: 'second-factor', tenantId: userId });

/** The seconds by which a phone's clock may be wrong: one time step each way (RFC 6238, 5.2). */
const tolerance = 30;

const newSecret = (secrets: Secrets, user: { userId: string; email: string }) => {
  const secret = generateSecret();
  return {
    secret,
    uri: generateURI({ issuer: 'Atelier', label: user.email, secret }),
    sealed: secrets.encrypt(secret, buildSecretScope(user.userId)),
  };
};

/** Crockford's alphabet, which has no letters that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes ten codes of 80 random bits such as `k3f9-…`, too many to guess even from their hashes. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    Array.from(randomBytes(16), (byte) => alphabet.charAt(byte & 31))
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** Users copy codes with spaces, dashes and capitals. */
const plain = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

const hashRecoveryCode = (code: string): string => hashToken(plain(code));

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
  const secret = secrets.decrypt(factor.secret, buildSecretScope(userId));
  const result = verifySync({ secret, token, epochTolerance: tolerance, afterTimeStep: factor.lastStep });
  return result.valid && 'timeStep' in result && secondFactorRepository.advance(db, userId, result.timeStep);
};

/** Returns whether the caller's second factor is on, and whether they have a password. */
export const readSecondFactor = (ctx: Ctx): Promise<SecondFactorState & { hasPassword: boolean }> =>
  ctx.tx(async ({ db }) => {
    const userId = getSessionUserId(ctx);
    const since = (await secondFactorRepository.find(db, userId))?.confirmedAt ?? null;
    return {
      isOn: since !== null,
      since: since?.toISOString() ?? null,
      recoveryCodesLeft: await secondFactorRepository.countRecoveryCodes(db, userId),
      hasPassword: (await accountRepository.findPasswordHash(db, userId)) !== undefined,
    };
  });

/** Creates a secret, which takes effect once its first code is confirmed. Asking again replaces it. */
export const setUpSecondFactor = async (ctx: Ctx, password: string | undefined) => {
  const userId = getSessionUserId(ctx);
  await requireOwnPassword(ctx, password);
  return ctx.tx(async (tx) => {
    const { email } = (await userRepository.find(tx.db, userId)) ?? fail('auth.unauthenticated');
    const { secret, uri, sealed } = newSecret(ctx.services.secrets, { userId, email });
    if (!(await secondFactorRepository.propose(tx.db, userId, sealed))) fail('account.second_factor_on');
    await tx.audit('identity.second_factor_proposed', userId);
    return { secret, uri };
  });
};

/** Throws for a code that is wrong or was used. Attempts are limited as at the sign-in. */
const requireCode = async (ctx: Ctx, code: string): Promise<void> => {
  const userId = getSessionUserId(ctx);
  refuseOver(await ctx.tx(({ db }) => countTry(db, limits.code, userId)));
  const isRight = await ctx.tx(({ db }) => takeCode(db, ctx.services.secrets, { userId, code }));
  if (!isRight) fail('auth.code_wrong');
  await ctx.tx(({ db }) => forgetTries(db, limits.code, userId));
};

const requireState = async (ctx: Ctx, isOn: boolean): Promise<void> => {
  const factor = await ctx.tx(({ db }) => secondFactorRepository.find(db, getSessionUserId(ctx)));
  if (!factor || (isOn && factor.confirmedAt === null)) fail('account.second_factor_off');
  else if (!isOn && factor.confirmedAt !== null) fail('account.second_factor_on');
};

/** Turns the second factor on. The recovery codes are shown here and never again. */
export const confirmSecondFactor = async (ctx: Ctx, code: string, origin: string): Promise<string[]> => {
  const userId = getSessionUserId(ctx);
  await requireState(ctx, false);
  await requireCode(ctx, code);
  const codes = newRecoveryCodes();
  await ctx.tx(async (tx) => {
    await secondFactorRepository.confirm(tx.db, userId);
    await secondFactorRepository.replaceRecoveryCodes(tx.db, userId, codes.map(hashRecoveryCode));
    await tx.audit('identity.second_factor_on', userId);
    await orderNotice(tx, { userId, origin, what: 'second-factor-on' });
  });
  return codes;
};

/** Replaces the recovery codes; the old ones are invalid from then on. */
export const renewRecoveryCodes = async (ctx: Ctx, code: string): Promise<string[]> => {
  const userId = getSessionUserId(ctx);
  await requireState(ctx, true);
  await requireCode(ctx, code);
  const codes = newRecoveryCodes();
  await ctx.tx(async (tx) => {
    await secondFactorRepository.replaceRecoveryCodes(tx.db, userId, codes.map(hashRecoveryCode));
    await tx.audit('identity.recovery_codes_renewed', userId);
  });
  return codes;
};

export const turnOffSecondFactor = async (ctx: Ctx, code: string, origin: string): Promise<void> => {
  const userId = getSessionUserId(ctx);
  await requireState(ctx, true);
  await requireCode(ctx, code);
  await ctx.tx(async (tx) => {
    await secondFactorRepository.remove(tx.db, userId);
    await tx.audit('identity.second_factor_off', userId);
    await orderNotice(tx, { userId, origin, what: 'second-factor-off' });
  });
};
