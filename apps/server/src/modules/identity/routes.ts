import { auth } from '@atelier/contracts';
import { fail } from '../../kernel/errors.ts';
import { defineRoutes, done } from '../../kernel/module.ts';
import { callerOf } from './caller-of.ts';
import { providerOf, sessionCookies, sessionTokenOf } from './cookies.ts';
import { getApiKey, regenerateApiKey } from './service/api-keys.ts';
import { finishSignIn } from './service/finish-sign-in.ts';
import { listOutbox } from './service/list-outbox.ts';
import { sendVerifyEmail } from './service/order-verification-mail.ts';
import { readOwnSession } from './service/read-session-user.ts';
import { signIn } from './service/sign-in.ts';
import { signOut } from './service/sign-out.ts';
import { signUp } from './service/sign-up.ts';
import { verifyEmail } from './service/verify-email.ts';

export const identityRoutes = defineRoutes(auth, {
  signUp: async (ctx, { body }, exchange) => {
    const entered = await signUp(ctx, body, callerOf(exchange));
    if (entered) exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(entered.token));
    return { user: entered?.user ?? null };
  },
  signUpTerms: async ({ services }) => {
    const { terms, privacy } = services.config.links;
    return { terms: terms !== undefined, privacy: privacy !== undefined };
  },
  signIn: async (ctx, { body }, exchange) => {
    const { user, token } = await signIn(ctx, body, callerOf(exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
  secondFactor: async (ctx, { body }, exchange) => {
    const { user, token } = await finishSignIn(ctx, body, callerOf(exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
  signOut: async (ctx, _request, exchange) => {
    const { cookie } = exchange.headers;
    const redirectTo = await signOut(ctx, {
      token: sessionTokenOf(cookie),
      provider: providerOf(cookie),
      origin: exchange.origin,
    });
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).clear());
    return { ...done, redirectTo };
  },
  session: async (ctx, _request, exchange) => {
    const cookies = ctx.use(sessionCookies);
    const token = sessionTokenOf(exchange.headers.cookie);
    // After the server's key was changed the page holds a token of the old one; here it gets the new one.
    if (ctx.principal?.kind === 'user' && token && !cookies.isCurrent(exchange.headers.cookie, token))
      exchange.setHeader('set-cookie', cookies.issue(token));
    return { user: await readOwnSession(ctx) };
  },
  sendVerifyEmail: async (ctx, _request, exchange) => {
    await sendVerifyEmail(ctx, exchange.origin);
    return done;
  },
  verifyEmail: async (ctx, { body }) => {
    await verifyEmail(ctx, body.token);
    return done;
  },
  outbox: async (ctx, _request, exchange) => {
    if (!exchange.isLoopback) fail('auth.outbox_closed');
    return { mails: await listOutbox(ctx.services) };
  },
  getApiKey: (ctx, { query }, exchange) => {
    // Another site may lead a browser here; it must not use up the one showing of the key.
    if (exchange.headers['sec-fetch-site'] === 'cross-site') fail('request.csrf');
    return getApiKey(ctx, query.userId);
  },
  regenerateApiKey: (ctx) => regenerateApiKey(ctx),
});
