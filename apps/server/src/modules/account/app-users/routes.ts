import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import type { Anonymous, Exchange } from '../../../kernel/module/exchange.ts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { providerSignIn } from '../identity/index.ts';
import { appUserCookie } from './app-user-token.ts';
import { getSignInPage, verifyInvitation } from './service/accept-invitation.ts';
import { listAppUsers, showAppInvitationLink } from './service/manage-app-users.ts';
import { readOwnAccess, requestAccess, signOutAppUser } from './service/own-access.ts';
import { finishProviderSignIn, startProviderSignIn } from './service/provider-sign-in.ts';
import {
  type EnteredAppUser,
  forgotAppUserPassword,
  resetAppUserPassword,
  sendVerification,
  signInAppUser,
  signUpAppUser,
  verifyAppUser,
} from './service/sign-in-app-user.ts';

/** Gives the token to the browser as a cookie, or to a program that asked for it in the reply. */
const enter = (
  ctx: Anonymous,
  exchange: Pick<Exchange, 'setHeader'>,
  { token, user, hasAccess }: EnteredAppUser,
  returnToken: boolean,
) => {
  if (!returnToken) exchange.setHeader('set-cookie', ctx.use(appUserCookie).issue(token));
  return { user, hasAccess, token: returnToken ? token : null };
};

export const appUserRoutes = defineRoutes(appUsers, {
  signInPage: (ctx, { params, query }) => getSignInPage(ctx, { appId: params.id, tenantId: query.tenantId }),
  verifyInvitation: (ctx, { body }) => verifyInvitation(ctx, body),
  signUp: async (ctx, { body }, exchange) => {
    const entered = await signUpAppUser(ctx, { ...body, origin: exchange.origin });
    return enter(ctx, exchange, entered, body.returnToken);
  },
  signIn: async (ctx, { body }, exchange) => {
    const entered = await signInAppUser(ctx, { ...body, address: exchange.address });
    return enter(ctx, exchange, entered, body.returnToken);
  },
  startProvider: async (ctx, { body }, exchange) => ({
    redirectTo: await startProviderSignIn(ctx, {
      ...body,
      browserSecret: providerSignIn.bindBrowser(exchange),
      origin: exchange.origin,
    }),
  }),
  finishProvider: async (ctx, { body }, exchange) => {
    const browser = { browserSecret: providerSignIn.readBrowserSecret(exchange), origin: exchange.origin };
    const { user, hasAccess } = enter(ctx, exchange, await finishProviderSignIn(ctx, body, browser), false);
    return { user, hasAccess };
  },
  signOut: async (ctx, _request, exchange) => {
    const cookie = ctx.use(appUserCookie);
    await signOutAppUser(ctx, cookie.read(exchange.headers)?.tokenHash);
    exchange.setHeader('set-cookie', cookie.clear());
    return done;
  },
  userAccess: (ctx, { params }) => readOwnAccess(ctx, params.id),
  requestAccess: (ctx, { body }, exchange) =>
    requestAccess(ctx, { appId: body.appId, origin: exchange.origin }),
  sendVerification: async (ctx, { body }, exchange) => {
    await sendVerification(ctx, body.appId, exchange.origin);
    return done;
  },
  verify: async (ctx, { body }) => {
    await verifyAppUser(ctx, body);
    return done;
  },
  forgotPassword: async (ctx, { body }, exchange) => {
    await forgotAppUserPassword(ctx, body, exchange.origin);
    return done;
  },
  resetPassword: async (ctx, { body }) => {
    await resetAppUserPassword(ctx, body);
    return done;
  },
  list: (ctx, { params, query }) => listAppUsers(ctx, params.id, query),
  showLink: async (ctx, { params }, exchange) => ({
    link: await showAppInvitationLink(ctx, params.id, exchange.origin),
  }),
});
