import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { call } from '../../../lib/server/api.ts';
import { ApiError } from '../../../lib/server/api-error.ts';

/** Loads the library when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/browser');

const isNumber = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$|^\[/.test(host);

/** Returns true when passkeys work here. Browsers refuse them at an IP address and without HTTPS. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !isNumber(location.hostname);

const messages: Record<string, string> = {
  NotAllowedError:
    'Nothing was done: it was cancelled, took too long, or this device has no passkey for it. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already. Please use another device.',
};

/** Converts an error of the browser into a message. Browsers do not distinguish a refusal from a device without passkeys. */
const explain = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  const message = messages[name] ?? 'This browser or device cannot do that. Please try another one.';
  return new ApiError({ code: 'passkeys.device', message, status: 400 });
};

/** Signs in with a passkey that the device offers. */
export const signInWithPasskey = async (): Promise<SessionUser> => {
  try {
    const { startAuthentication } = await library();
    const optionsJSON = await call(passkeys.endpoints.signInOptions);
    const response = await startAuthentication({ optionsJSON });
    return (await call(passkeys.endpoints.signIn, { body: { response } })).user;
  } catch (error) {
    throw explain(error);
  }
};

/** Creates a passkey on the device and stores it under `name`. */
export const makePasskey = async (name: string): Promise<void> => {
  try {
    const { startRegistration } = await library();
    const optionsJSON = await call(passkeys.endpoints.registrationOptions);
    const response = await startRegistration({ optionsJSON });
    await call(passkeys.endpoints.register, { body: { name, response } });
  } catch (error) {
    throw explain(error);
  }
};
