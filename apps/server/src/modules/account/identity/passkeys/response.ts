import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { Log } from '../../../../kernel/log/log.ts';
import type { PasskeyRow } from '../repository/passkey-repository.ts';

/** The accepted algorithms by their COSE numbers, in order of preference: EdDSA, ES256, RS256. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];

const ClientData = z.object({ challenge: z.string().min(10).max(200) });

/** Returns the challenge that a device says it has answered; undefined when it cannot be read. It proves nothing by itself. */
export const challengeIn = (clientDataJSON: string): string | undefined => {
  const text = Buffer.from(clientDataJSON, 'base64url').toString();
  const parsed = ClientData.safeParse(parseJson(text));
  return parsed.success ? parsed.data.challenge : undefined;
};

/** Loaded on the first use of a passkey, because it takes 28 MB that most servers need for nothing else. */
const library = () => import('@simplewebauthn/server');

interface Expected {
  challenge: string;
  site: { origin: string; host: string };
  log: Log;
}

/** The library throws for an invalid response; the reason is logged. */
const orUndefined = <T>(log: Log, verified: Promise<T>): Promise<T | undefined> =>
  verified.catch((error: unknown) => {
    log.info({ err: error }, 'a passkey was not accepted');
    return undefined;
  });

/** Verifies a registration and returns the new passkey; undefined when the response is invalid. */
export const checkRegistration = async (
  response: Omit<RegistrationResponseJSON, 'clientExtensionResults'>,
  { challenge, site, log }: Expected,
) => {
  const { verifyRegistrationResponse } = await library();
  const result = await orUndefined(
    log,
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    }),
  );
  if (!result?.verified) return undefined;
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
  };
};

/** Verifies a signature and returns what the device reported with it; undefined when the response is invalid. */
export const checkSignature = async (
  response: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>,
  passkey: PasskeyRow,
  { challenge, site, log }: Expected,
) => {
  const { verifyAuthenticationResponse } = await library();
  const result = await orUndefined(
    log,
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!result?.verified) return undefined;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
};
