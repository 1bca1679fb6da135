import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { registerPasskey } from '../../fakes/passkey.ts';
import { matrixOf } from '../matrix.ts';

/** An API key may not change how its user signs in. */
const inBrowser = { refusesItself: ['auth.needs_session'] };

const response = { id: 'bWFkZQ', rawId: 'bWFkZQ', type: 'public-key' as const };
const clientDataJSON = Buffer.from(JSON.stringify({ challenge: 'made-up-challenge' })).toString('base64url');

export const passkeysMatrix = matrixOf(passkeys, {
  list: { ...inBrowser, plain: 'they belong to the caller' },
  registrationOptions: { ...inBrowser, plain: 'it is for the own account' },
  register: {
    ...inBrowser,
    plain: 'it is kept for the own account',
    parts: {
      body: {
        name: 'Made up',
        response: { ...response, response: { clientDataJSON, attestationObject: 'bWFkZQ' } },
      },
    },
  },
  rename: {
    ...inBrowser,
    naming: async ({ owner }) => ({
      params: { id: (await registerPasskey(owner)).passkeyId },
      body: { name: 'Taken over' },
    }),
  },
  remove: {
    ...inBrowser,
    naming: async ({ owner }) => ({ params: { id: (await registerPasskey(owner)).passkeyId } }),
  },
  signInOptions: { plain: 'it names nobody' },
  signIn: {
    plain: 'the device proves who it is',
    parts: {
      body: {
        response: {
          ...response,
          response: { clientDataJSON, authenticatorData: 'bWFkZQ', signature: 'bWFkZQ' },
        },
      },
    },
  },
});
