import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, lookupId, requiredText, Timestamp } from '../../kernel/shapes.ts';
import { SessionUser } from './auth.ts';

const Base64Url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/, 'must be base64url');
const CredentialType = z.literal('public-key');

export const PasskeyName = requiredText(60, 'Please enter a name');

export const Passkey = z.object({
  passkeyId: z.string(),
  name: z.string(),
  /** True when the passkey is synced to the device vendor's cloud, so that it survives the loss of the device. */
  isBackedUp: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
  abilities: z.object({ remove: z.boolean() }),
});
export type Passkey = z.infer<typeof Passkey>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3, with the fields that this server sets. */
export const RegistrationOptions = z.object({
  challenge: Base64Url,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Base64Url, name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: CredentialType })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ id: Base64Url, type: CredentialType })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

/** The fields of `RegistrationResponseJSON` (WebAuthn level 3) that the server reads. */
const RegistrationResponse = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: CredentialType,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
  }),
});

/** `PublicKeyCredentialRequestOptionsJSON`; no credential is named, so the device offers all passkeys that it has for this site. */
export const SignInOptions = z.object({
  challenge: Base64Url,
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

/** The fields of `AuthenticationResponseJSON` (WebAuthn level 3) that the server reads. */
const SignInResponse = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: CredentialType,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
  }),
});

const signedIn = { signedIn: "it belongs to the caller's own account" } as const;

export const passkeys = defineContract({
  name: 'passkeys',
  alsoFails: ['auth.needs_session', 'openid.last_way_in'],
  errors: {
    'passkeys.not_found': { kind: 'not_found', message: 'This passkey does not exist any more.' },
    'passkeys.challenge_expired': {
      kind: 'invalid',
      message: 'This took too long or was finished already. Please start again.',
    },
    'passkeys.not_verified': {
      kind: 'unauthenticated',
      message: 'This passkey was not accepted. Please try again, or sign in another way.',
    },
    'passkeys.not_made': {
      kind: 'invalid',
      message: 'This device did not create a passkey that can be used here. Please try another one.',
    },
    'passkeys.already_registered': {
      kind: 'conflict',
      message: 'This passkey is registered already. Please use another device or password manager.',
    },
    'passkeys.too_many': {
      kind: 'limit',
      message:
        'Your account has the largest number of passkeys that is allowed. Remove one that you do not use.',
    },
    'passkeys.no_host_name': {
      kind: 'precondition',
      message:
        'Passkeys need a host name. Please open this server by its name (for example localhost) instead of its number.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/auth/passkeys',
      summary: "List the caller's passkeys",
      access: signedIn,
      reply: z.object({ passkeys: z.array(Passkey) }),
    },
    registrationOptions: {
      method: 'POST',
      path: '/api/auth/passkeys/registration-options',
      summary: 'Read the options with which the browser creates a passkey',
      access: signedIn,
      rate: 'auth',
      unaudited: 'it only issues a challenge, which the registration answers',
      reply: RegistrationOptions,
    },
    register: {
      method: 'POST',
      path: '/api/auth/passkeys',
      summary: 'Store a passkey that the browser created',
      access: signedIn,
      rate: 'auth',
      body: z.object({ name: PasskeyName, response: RegistrationResponse }),
      reply: z.object({ passkeyId: z.string() }),
    },
    rename: {
      method: 'PATCH',
      path: '/api/auth/passkeys/:id',
      summary: "Rename one of the caller's passkeys",
      access: signedIn,
      params: z.object({ id: lookupId }),
      body: z.object({ name: PasskeyName }),
      reply: Done,
    },
    remove: {
      method: 'DELETE',
      path: '/api/auth/passkeys/:id',
      summary: "Remove one of the caller's passkeys, unless it is the last way to sign in",
      access: signedIn,
      params: z.object({ id: lookupId }),
      reply: Done,
    },
    signInOptions: {
      method: 'POST',
      path: '/api/auth/passkeys/sign-in-options',
      summary: 'Read the options with which the browser signs in with a passkey',
      access: { public: 'the caller is not signed in yet' },
      rate: 'auth',
      reply: SignInOptions,
    },
    signIn: {
      method: 'POST',
      path: '/api/auth/passkeys/sign-in',
      summary: 'Sign in with a passkey',
      access: { public: 'a session is created here' },
      rate: 'auth',
      body: z.object({ response: SignInResponse }),
      reply: z.object({ user: SessionUser }),
    },
  },
});
