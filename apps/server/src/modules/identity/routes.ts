import { auth } from '@atelier/contracts';
import { fail } from '../../kernel/errors.ts';
import type { Exchange } from '../../kernel/http/exchange.ts';
import { defineRoutes } from '../../kernel/module.ts';
import { sessionCookies, sessionTokenOf } from './cookies.ts';
import { getApiKey, regenerateApiKey } from './service/api-keys.ts';
import { listOutbox } from './service/list-outbox.ts';
import type { Caller } from './service/open-session.ts';
import { sendVerifyEmail } from './service/order-verification-mail.ts';
import { readOwnSession } from './service/read-session-user.ts';
import { signIn } from './service/sign-in.ts';
import { signOut } from './service/sign-out.ts';
import { signUp } from './service/sign-up.ts';
import { verifyEmail } from './service/verify-email.ts';

const done = { done: true } as const;

type Request = Pick<Exchange, 'address' | 'headers' | 'origin'>;

const callerOf = ({ address, headers, origin }: Request): Caller => ({
  address,
  userAgent: headers['user-agent'],
  sessionToken: sessionTokenOf(headers.cookie),
  origin,
});

export const identityRoutes = defineRoutes(auth, {
  signUp: async (ctx, { body }, exchange) => {
    const { user, token } = await signUp(ctx, body, callerOf(exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
  signIn: async (ctx, { body }, exchange) => {
    const { user, token } = await signIn(ctx, body, callerOf(exchange));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).issue(token));
    return { user };
  },
  signOut: async (ctx, _request, exchange) => {
    await signOut(ctx, sessionTokenOf(exchange.headers.cookie));
    exchange.setHeader('set-cookie', ctx.use(sessionCookies).clear());
    return done;
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
