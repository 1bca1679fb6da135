import { account } from '@atelier/contracts/account/identity/account';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { sessionCookies } from './request/cookies.ts';
import { changeEmail } from './service/change-email.ts';
import { deleteAccount, previewDeletion } from './service/delete-account.ts';
import { removePicture, sendPicture, setPicture } from './service/picture.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './service/second-factor.ts';
import { endOtherSessions, endSession, listSessions } from './service/sessions/sessions.ts';
import { updateProfile } from './service/update-profile.ts';

export const accountRoutes = defineRoutes(account, {
  updateProfile: async (ctx, { body }) => ({ user: await updateProfile(ctx, body.name) }),
  setPicture: async (ctx, _request, exchange) => ({
    profilePicture: await setPicture(ctx, exchange.parts()),
  }),
  removePicture: async (ctx) => {
    await removePicture(ctx);
    return done;
  },
  picture: (ctx, { params }, exchange) => sendPicture(ctx, params.id, exchange),
  changeEmail: async (ctx, { body }, { origin }) => {
    await changeEmail(ctx, { email: body.email, password: body.password, origin });
    return done;
  },
  sessions: async (ctx, _request, { headers }) => ({
    sessions: await listSessions(ctx, ctx.use(sessionCookies).tokenOf(headers.cookie) ?? ''),
  }),
  endSession: async (ctx, { params }) => {
    await endSession(ctx, params.id);
    return done;
  },
  endOtherSessions: async (ctx, { body }, { headers }) => ({
    ended: await endOtherSessions(
      ctx,
      ctx.use(sessionCookies).tokenOf(headers.cookie) ?? '',
      body?.revokeApiKey ?? false,
    ),
  }),
  secondFactor: (ctx) => readSecondFactor(ctx),
  setUpSecondFactor: (ctx, { body }) => setUpSecondFactor(ctx, body.password),
  confirmSecondFactor: async (ctx, { body }, { origin }) => ({
    recoveryCodes: await confirmSecondFactor(ctx, body.code, origin),
  }),
  renewRecoveryCodes: async (ctx, { body }) => ({ recoveryCodes: await renewRecoveryCodes(ctx, body.code) }),
  turnOffSecondFactor: async (ctx, { body }, { origin }) => {
    await turnOffSecondFactor(ctx, body.code, origin);
    return done;
  },
  previewDeletion: async (ctx) => ({ tenants: await previewDeletion(ctx) }),
  deleteAccount: async (ctx, { body }, exchange) => {
    await deleteAccount(ctx, { email: body.email, password: body.password });
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).clear());
    return done;
  },
});
