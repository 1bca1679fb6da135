import type { SignInOptions } from '@atelier/contracts/account/identity/passkeys';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { passkeyChallengeRepository, passkeyRepository } from '../../repository/passkey-repository.ts';
import { type SignedIn, startSession } from '../../service/sessions/continue-sign-in.ts';
import type { Caller } from '../../service/sessions/open-session.ts';
import { challengeIn, checkSignature } from '../response.ts';
import { challengeMs, parseSite } from '../site.ts';
import { newChallenge } from './new-challenge.ts';

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
