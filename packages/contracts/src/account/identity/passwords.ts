import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { Done, tenantQuery } from '../../kernel/shapes.ts';
import { Email, NewPassword, SignIn } from './auth.ts';
import { changedPasswordRules, meetsRules, passwordSymbols } from './password-rules.ts';

/** PASSWORD-11, PASSWORD-12 */
export const CurrentPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters');

/** PASSWORD-13 to PASSWORD-16, the rule of the Change Password dialog alone; everywhere else `NewPassword` applies. */
export const ChangedPassword = CurrentPassword.refine(
  meetsRules(changedPasswordRules),
  'Password must include letters, numbers and special characters',
).refine(
  (password) =>
    Array.from(password).every((each) => /[A-Za-z\d]/.test(each) || passwordSymbols.includes(each)),
  `Please use only letters, numbers and the symbols ${passwordSymbols}`,
);

/** True to revoke the user's API keys in every tenant as well. */
export const RevokeApiKey = z.boolean().optional();

const repeated = z.string({ error: 'Confirm password is required' }).min(1, 'Confirm password is required');

const isRepeated = ({ password, confirmation }: { password: string; confirmation: string }): boolean =>
  password === confirmation;

const notRepeated = { path: ['confirmation'], message: 'New password and Confirm password must be same' };

/** The Change Password dialog (PASSWORD-01 to PASSWORD-03). */
export const ChangePasswordForm = z
  .object({
    currentPassword: CurrentPassword,
    password: ChangedPassword,
    confirmation: repeated,
    revokeApiKey: z.boolean(),
  })
  .refine(isRepeated, notRepeated);

/** The form that opens from the link in the password reset mail. */
export const ResetPasswordForm = z
  .object({ password: NewPassword, confirmation: repeated })
  .refine(isRepeated, notRepeated);

const MailedToken = z.string().min(10).max(2000);

export const passwords = defineContract({
  name: 'passwords',
  alsoFails: ['auth.link_expired', 'auth.needs_session'],
  errors: {
    'passwords.wrong': { kind: 'invalid', message: 'Invalid password' },
    'passwords.id_token_expired': {
      kind: 'invalid',
      message: 'That took too long. Please enter your current password again.',
    },
  },
  endpoints: {
    forgot: {
      method: 'POST',
      path: '/api/auth/forgot-password',
      summary: 'Order a mail with a link to a new password; answers the same for every address',
      access: { public: 'a user who forgot the password cannot sign in' },
      rate: 'auth',
      body: z.object({ email: Email }),
      reply: Done,
    },
    reset: {
      method: 'POST',
      path: '/api/auth/reset-password',
      summary: 'Set a new password with the token of the mail; ends every session and revokes every API key',
      access: { public: 'the token is the proof' },
      rate: 'auth',
      body: z.object({ token: MailedToken, password: NewPassword }),
      reply: Done,
    },
    idToken: {
      method: 'POST',
      path: '/api/auth/id-token',
      summary: 'Prove the current password; the first step of changing it (AUTH-28)',
      access: { public: 'the credentials are the proof' },
      rate: 'auth',
      body: SignIn,
      reply: z.object({ idToken: z.string() }),
    },
    change: {
      method: 'POST',
      path: '/api/auth/change-password',
      summary: "Change the caller's password; ends every other session (PASSWORD-08)",
      access: { signedIn: 'the id token proves the current password of the same user' },
      rate: 'auth',
      body: z.object({
        idToken: MailedToken,
        password: ChangedPassword,
        revokeApiKey: RevokeApiKey,
        ...tenantQuery,
      }),
      reply: Done,
    },
  },
});
