import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  Passkey,
  RegistrationOptions,
  SignInOptions,
} from '@atelier/contracts/account/identity/passkeys';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { passkeyChallengeRepository, passkeyRepository } from '../../repository/passkey-repository.ts';
import { type AnyDb, userRepository } from '../../repository/user-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { type Caller, type SignedIn, startSession } from '../../service/sessions/open-session.ts';
import { challengeIn, checkRegistration, checkSignature, passkeyAlgorithms } from '../response.ts';

/** Returns the site that a passkey belongs to. Browsers create none for a bare IP address. */
const parseSite = (origin: string): { origin: string; host: string } => {
  const host = new URL(origin).hostname;
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) fail('passkeys.no_host_name');
  return { origin, host };
};

/** The time in which a user must answer the device, in milliseconds. */
const challengeMs = 5 * 60 * 1000;

/** Stores a challenge for a device to sign, which this user can use once; `userId` is null at a sign-in. */
const newChallenge = async (db: AnyDb, userId: string | null): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url');
  await passkeyChallengeRepository.insert(db, {
    challengeHash: hashToken(challenge),
    userId,
    expiresAt: new Date(Date.now() + challengeMs),
  });
  return challenge;
};

const maxPasskeys = 20;

type Registration = Parameters<typeof checkRegistration>[0];

/** Returns the options with which the browser creates a passkey for the caller. */
export const askForPasskey = (ctx: Ctx, origin: string): Promise<RegistrationOptions> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    const { host } = parseSite(origin);
    const user = (await userRepository.find(tx.db, userId)) ?? fail('auth.unauthenticated');
    const present = await passkeyRepository.listPasskeyRows(tx.db, userId);
    if (present.length >= maxPasskeys) fail('passkeys.too_many');
    return {
      challenge: await newChallenge(tx.db, userId),
      rp: { id: host, name: 'Atelier' },
      user: {
        id: Buffer.from(userId).toString('base64url'),
        name: user.email,
        displayName: user.name,
      },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: challengeMs,
      excludeCredentials: present.map(({ credentialId }) => ({
        id: credentialId,
        type: 'public-key' as const,
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    };
  });

/** Stores the passkey that the browser created. The challenge can be used once. */
export const registerPasskey = async (
  ctx: Ctx,
  { name, response }: { name: string; response: Registration },
  origin: string,
): Promise<string> => {
  const userId = getSessionUserId(ctx);
  const challenge = challengeIn(response.response.clientDataJSON) ?? fail('passkeys.not_made');
  const challengeHash = hashToken(challenge);
  const isOpen = await ctx.tx(({ db }) =>
    passkeyChallengeRepository.consume(db, { challengeHash, userId }, ctx.now()),
  );
  if (!isOpen) fail('passkeys.challenge_expired');
  const made =
    (await checkRegistration(response, { challenge, site: parseSite(origin), log: ctx.log })) ??
    fail('passkeys.not_made');
  return ctx.tx(async (tx) => {
    const id = newId('psk');
    await passkeyRepository.insert(tx.db, { id, userId, name, ...made });
    await tx.audit('identity.passkey_added', id, { name });
    await orderNotice(tx, { userId, origin, what: 'passkey-added' });
    return id;
  });
};

/** Lists the caller's passkeys, oldest first. */
export const listPasskeys = (ctx: Ctx): Promise<Passkey[]> =>
  ctx.tx(async ({ db }) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(db, userId);
    const rows = await passkeyRepository.listPasskeyRows(db, userId);
    return rows.map((row) => ({
      passkeyId: row.id,
      name: row.name,
      isBackedUp: row.isBackedUp,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      abilities: { remove: waysIn > 1 },
    }));
  });

export const renamePasskey = (ctx: Ctx, id: string, name: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await passkeyRepository.rename(tx.db, { id, userId: getSessionUserId(ctx), name })))
      fail('passkeys.not_found');
    await tx.audit('identity.passkey_renamed', id, { name });
  });

/** Removes a passkey, unless it is the caller's only way to sign in. */
export const removePasskey = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(tx.db, userId);
    if (!(await passkeyRepository.delete(tx.db, userId, id))) fail('passkeys.not_found');
    if (waysIn <= 1) fail('openid.last_way_in');
    await tx.audit('identity.passkey_removed', id);
  });

type Signature = Parameters<typeof checkSignature>[0];

/** Returns the options with which the browser signs in. They name no user: the device offers the passkeys that it has. */
export const askForSignature = async (ctx: Anonymous, origin: string): Promise<SignInOptions> => {
  const { host } = parseSite(origin);
  const challenge = await ctx.globally((db) => newChallenge(db, null));
  return { challenge, rpId: host, timeout: challengeMs, userVerification: 'required' };
};

/**
 * Starts a session with a passkey. The device was unlocked for it, which is already more than a password, so no code of an authenticator
 * app is required.
 */
export const signInWithPasskey = async (
  ctx: Anonymous,
  response: Signature,
  caller: Caller,
): Promise<SignedIn> => {
  const challenge = challengeIn(response.response.clientDataJSON) ?? fail('passkeys.not_verified');
  const challengeHash = hashToken(challenge);
  const { isOpen, known } = await ctx.globally(async (db) => ({
    isOpen: await passkeyChallengeRepository.consume(db, { challengeHash, userId: null }, new Date()),
    known: await passkeyRepository.findWithUser(db, response.id),
  }));
  if (!isOpen) fail('passkeys.challenge_expired');
  const { passkey, name } = known ?? fail('passkeys.not_verified');
  const use =
    (await checkSignature(response, passkey, {
      challenge,
      site: parseSite(caller.origin),
      log: ctx.log,
    })) ?? fail('passkeys.not_verified');
  const isCounted = await ctx.globally((db) => passkeyRepository.recordUse(db, { id: passkey.id, ...use }));
  if (!isCounted) fail('passkeys.not_verified');
  return startSession(ctx, { userId: passkey.userId, name }, caller);
};
