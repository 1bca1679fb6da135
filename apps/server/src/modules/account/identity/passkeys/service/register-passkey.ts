import type { RegistrationOptions } from '@atelier/contracts/account/identity/passkeys';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { passkeyChallengeRepository, passkeyRepository } from '../../repository/passkey-repository.ts';
import { userRepository } from '../../repository/user-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { challengeIn, checkRegistration, passkeyAlgorithms } from '../response.ts';
import { challengeMs, parseSite } from '../site.ts';
import { newChallenge } from './new-challenge.ts';

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
