import { passwords } from '@atelier/contracts/account/identity/passwords';
import { matrixOf } from '../matrix.ts';

export const passwordsMatrix = matrixOf(passwords, {
  forgot: { plain: 'it names an address, and answers the same for all of them' },
  reset: { plain: 'the token is the proof' },
  idToken: { plain: 'the credentials are the proof' },
  change: {
    plain: 'the password is the own one',
    parts: { body: { password: 'Another*Horse8', idToken: 'x'.repeat(40) } },
    refusesItself: ['auth.needs_session'],
  },
});
