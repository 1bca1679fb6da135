import type { IncomingHttpHeaders } from 'node:http';
import { account } from '@atelier/contracts/account/identity/account';
import { auth, type OperatorState } from '@atelier/contracts/account/identity/auth';
import { orchestratorToken } from '@atelier/contracts/account/identity/orchestrator-token';
import { passwords } from '@atelier/contracts/account/identity/passwords';
import { fail } from '../../../kernel/base/errors.ts';
import type { Anonymous, Exchange } from '../../../kernel/module/exchange.ts';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import type { Services } from '../../../kernel/services/services.ts';
import { signOut } from './openid/service/sign-out.ts';
import { deviceCookies, sessionCookies } from './request/cookies.ts';
import { orchestratorTokens } from './request/orchestrator-tokens.ts';
import { getApiKey, regenerateApiKey } from './service/api-keys.ts';
import { changeEmail } from './service/change-email.ts';
import { changePassword, issueIdToken, resetPassword } from './service/change-password.ts';
import { listOutbox } from './service/mails/list-outbox.ts';
import { forgotPassword } from './service/mails/send-password-mail.ts';
import {
  deleteAccount,
  previewDeletion,
  removePicture,
  sendPicture,
  setPicture,
  updateProfile,
} from './service/own-account.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from './service/second-factor.ts';
import {
  obtainOrchestratorToken,
  readOwnSession,
  type SignedIn,
  toCaller,
} from './service/sessions/open-session.ts';
import { endOtherSessions, endSession, listSessions } from './service/sessions/sessions.ts';
import { finishSignIn, signIn } from './service/sign-in.ts';
import { signUp } from './service/sign-up.ts';
import { sendVerifyEmail, verifyEmail } from './service/verify-email.ts';

/**
 * True when the answer goes to a program, or to a script of our own pages. A browser also requests pictures, frames and links with the
 * cookies of the session, and no script reads those answers; browsers before 2023 show this only in `accept`.
 */
const isReadByScript = (headers: IncomingHttpHeaders): boolean => {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, accept } = headers;
  return (
    (site === undefined || site === 'same-origin') &&
    (destination === undefined || destination === 'empty') &&
    !/image\/|text\/html|text\/css/.test(accept ?? '')
  );
};

const toOperatorState = (
  { operator }: Services,
  { isOperator }: Pick<Exchange, 'isOperator'>,
): OperatorState['state'] => (operator === undefined ? 'CLOSED' : isOperator ? 'PROVEN' : 'UNPROVEN');

/** Returns the cookies of the session, and that of a device which the account now knows. */
const cookiesAfter = (
  ctx: Anonymous,
  { headers }: Pick<Exchange, 'headers'>,
  { token, user }: SignedIn,
): string[] => [
  ...ctx.use(sessionCookies).issue(token),
  ctx.use(deviceCookies).issue(headers.cookie, user.email),
];

export const identityRoutes = defineRoutes(auth, {
  signUp: async (ctx, { body }, exchange) => {
    const entered = await signUp(ctx, body, toCaller(ctx, exchange));
    if (entered) exchange.setHeader('set-cookie', cookiesAfter(ctx, exchange, entered));
    return { user: entered?.user ?? null };
  },
  signUpTerms: async ({ services }) => {
    const { terms, privacy } = services.config.links;
    return { terms: terms !== undefined, privacy: privacy !== undefined };
  },
  signIn: async (ctx, { body }, exchange) => {
    const entered = await signIn(ctx, body, toCaller(ctx, exchange));
    exchange.setHeader('set-cookie', cookiesAfter(ctx, exchange, entered));
    return { user: entered.user };
  },
  secondFactor: async (ctx, { body }, exchange) => {
    const entered = await finishSignIn(ctx, body, toCaller(ctx, exchange));
    exchange.setHeader('set-cookie', cookiesAfter(ctx, exchange, entered));
    return { user: entered.user };
  },
  signOut: async (ctx, _request, exchange) => {
    const { cookie } = exchange.headers;
    const cookies = ctx.use(sessionCookies);
    const redirectTo = await signOut(ctx, {
      token: cookies.tokenOf(cookie),
      provider: cookies.providerOf(cookie),
      origin: exchange.origin,
    });
    exchange.setHeader('set-cookie', [...cookies.clear(), ...ctx.use(orchestratorTokens).forget(cookie)]);
    return { ...done, redirectTo };
  },
  session: async (ctx, _request, exchange) => {
    const cookies = ctx.use(sessionCookies);
    const token = cookies.tokenOf(exchange.headers.cookie);
    // When the server's key was changed, the page holds a token of the old key; it gets a new one here.
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
    if (!exchange.isOperator && !exchange.isLocalProgram) fail('auth.outbox_closed');
    return { mails: await listOutbox(ctx.services) };
  },
  operator: async ({ services }, _request, exchange) => ({
    state: toOperatorState(services, exchange),
    sendsMail: !services.mailer.usesOutbox,
  }),
  proveOperator: async ({ services }, { body }, exchange) => {
    const { operator } = services;
    if (!operator) return fail('auth.operator_closed');
    if (!operator.isCode(body.code)) return fail('auth.operator_code_wrong');
    exchange.setHeader('set-cookie', operator.issue());
    return done;
  },
  getApiKey: (ctx, { query }, exchange) => {
    // The key is shown only once, so the answer must go to something that reads it.
    if (!isReadByScript(exchange.headers)) fail('request.csrf');
    return getApiKey(ctx, query.userId);
  },
  regenerateApiKey: (ctx) => regenerateApiKey(ctx),
});

export const orchestratorTokenRoutes = defineRoutes(orchestratorToken, {
  obtain: async (ctx, { body }, exchange) => {
    const { cookie } = exchange.headers;
    const { token, claims } = await obtainOrchestratorToken(ctx, {
      ...body,
      token: body.token,
      cookies: cookie,
    });
    // A program that sends its own token keeps the reply itself.
    if (body.token === undefined)
      exchange.setHeader('set-cookie', ctx.use(orchestratorTokens).keep(claims.tenantId, token));
    return { token, expiresInSeconds: claims.ends - Math.floor(Date.now() / 1000) };
  },
});

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
