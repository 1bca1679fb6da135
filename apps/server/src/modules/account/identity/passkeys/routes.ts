import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { sessionCookies } from '../request/cookies.ts';
import { toCaller } from '../service/sessions/open-session.ts';
import {
  askForPasskey,
  askForSignature,
  listPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './service/passkeys.ts';

export const passkeyRoutes = defineRoutes(passkeys, {
  list: async (ctx) => ({ passkeys: await listPasskeys(ctx) }),
  registrationOptions: (ctx, _request, exchange) => askForPasskey(ctx, exchange.origin),
  register: async (ctx, { body }, exchange) => ({
    passkeyId: await registerPasskey(ctx, body, exchange.origin),
  }),
  rename: async (ctx, { params, body }) => {
    await renamePasskey(ctx, params.id, body.name);
    return done;
  },
  remove: async (ctx, { params }) => {
    await removePasskey(ctx, params.id);
    return done;
  },
  signInOptions: (ctx, _request, exchange) => askForSignature(ctx, exchange.origin),
  signIn: async (ctx, { body }, exchange) => {
    const { user, token } = await signInWithPasskey(ctx, body.response, toCaller(ctx, exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
});
