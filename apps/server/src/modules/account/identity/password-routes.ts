import { passwords } from '@atelier/contracts/account/identity/passwords';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { changePassword, issueIdToken } from './service/change-password.ts';
import { forgotPassword } from './service/mails/send-password-mail.ts';
import { resetPassword } from './service/reset-password.ts';
import { toCaller } from './to-caller.ts';

export const passwordRoutes = defineRoutes(passwords, {
  forgot: async (ctx, { body }, { origin }) => {
    await forgotPassword(ctx, body.email, origin);
    return done;
  },
  reset: async (ctx, { body }, { origin }) => {
    await resetPassword(ctx, body, origin);
    return done;
  },
  idToken: async (ctx, { body }, exchange) => ({
    idToken: await issueIdToken(ctx, body, toCaller(ctx, exchange)),
  }),
  change: async (ctx, { body }, exchange) => {
    const { sessionToken = '', origin } = toCaller(ctx, exchange);
    const { idToken, password, revokeApiKey } = body;
    await changePassword(ctx, {
      idToken,
      password,
      revokeApiKey: revokeApiKey ?? false,
      sessionToken,
      origin,
    });
    return done;
  },
});
