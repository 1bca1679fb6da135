import { auth } from '@atelier/contracts/account/identity/auth';
import { matrixOf } from '../matrix.ts';

export const authMatrix = matrixOf(auth, {
  signUp: { plain: 'an account is created here' },
  signUpTerms: { plain: 'it names no company' },
  signIn: { plain: 'a session is created here' },
  secondFactor: { plain: 'the challenge and the code are the proof' },
  signOut: { plain: 'it ends the own session' },
  session: { plain: 'it shows the own session' },
  sendVerifyEmail: { plain: "it goes to the caller's own address" },
  verifyEmail: { plain: 'the token is the proof' },
  outbox: { plain: 'open to whoever runs the server only' },
  operator: { plain: 'it names no company' },
  proveOperator: { plain: 'the code is the proof' },
  getApiKey: { plain: 'the key is the own one' },
  regenerateApiKey: { plain: 'the key is the own one' },
});
