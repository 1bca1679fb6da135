import { openid } from '@atelier/contracts/account/identity/openid';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { sessionCookies } from '../request/cookies.ts';
import { toCaller } from '../service/sessions/open-session.ts';
import { bindBrowser, readBrowserSecret } from './browser.ts';
import { listAccounts, unlinkAccount } from './service/accounts.ts';
import { finishSignIn } from './service/finish-sign-in.ts';
import { listProviders, startLink, startSignIn } from './service/provider-sign-in.ts';

export const openidRoutes = defineRoutes(openid, {
  providers: async (ctx) => listProviders(ctx),
  start: async (ctx, { body }, exchange) => ({
    redirectTo: await startSignIn(ctx, {
      ...body,
      browserSecret: bindBrowser(exchange),
      origin: exchange.origin,
    }),
  }),
  link: async (ctx, { body }, exchange) => ({
    redirectTo: await startLink(ctx, {
      ...body,
      browserSecret: bindBrowser(exchange),
      origin: exchange.origin,
    }),
  }),
  callback: async (ctx, { body }, exchange) => {
    const { user, token, provider, returnTo } = await finishSignIn(ctx, body, {
      caller: toCaller(ctx, exchange),
      browserSecret: readBrowserSecret(exchange),
    });
    const cookies = ctx.use(sessionCookies);
    if (token !== null)
      exchange.setHeader('set-cookie', [...cookies.issue(token), cookies.rememberProvider(provider)]);
    return { user, linked: token === null, returnTo };
  },
  accounts: async (ctx) => ({ accounts: await listAccounts(ctx) }),
  unlink: async (ctx, { params }) => {
    await unlinkAccount(ctx, params.id);
    return done;
  },
});
