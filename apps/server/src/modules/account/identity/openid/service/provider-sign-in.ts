import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { type OpenidAttempt, openidAttemptRepository } from '../../repository/openid-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';
import { attemptSeconds, bindBrowser, deriveProofs, readBrowserSecret } from '../browser.ts';
import type { ProviderAnswer } from '../client.ts';
import { type OpenidClients, openidClients } from '../clients.ts';

interface Beginning {
  provider: OpenidProvider;
  returnTo?: string | undefined;
  /** The token of an admission mail. */
  invite?: string | undefined;
  /** The user whose account is linked; undefined for a sign-in. */
  userId?: string | undefined;
  /** The app to which an app user signs in; undefined for the builder. */
  appId?: string | undefined;
  /** The secret of the browser that starts. */
  browserSecret: string;
  /** The origin of this server. */
  origin: string;
}

/** Returns the URL to which a provider sends the browser back (ROUTE-52). */
const callbackAddress = (origin: string): string => `${origin}/auth/callback`;

/** The state of an app user names the app, so that the page to which the browser comes back knows whose it is. */
const newState = (appId: string | undefined): string =>
  appId === undefined ? newToken('opn') : `${newToken('opu')}.${appId}`;

/** Prepares the row of an attempt and the URL at the provider. Reads the provider's discovery document. */
const beginAttempt = async (
  clients: OpenidClients,
  { provider, returnTo, invite, userId, appId, browserSecret, origin }: Beginning,
): Promise<{ attempt: OpenidAttempt; redirectTo: string }> => {
  const state = newState(appId);
  const redirectTo = await clients.get(provider).authorizationUrl({
    redirectUri: callbackAddress(origin),
    state,
    // The account of another address, which was not invited, must not be the only one that is ever tried.
    choosesAccount: appId !== undefined,
    ...deriveProofs(browserSecret, state),
  });
  return {
    redirectTo,
    attempt: {
      stateHash: hashToken(state),
      browserHash: hashToken(browserSecret),
      provider,
      returnTo: returnTo ?? null,
      inviteHash: invite === undefined ? null : hashToken(invite),
      userId: userId ?? null,
      appId: appId ?? null,
      expiresAt: new Date(Date.now() + attemptSeconds * 1000),
    },
  };
};

/** Starts a sign-in and returns the URL to which the browser goes. */
export const startSignIn = async (ctx: Anonymous, beginning: Beginning): Promise<string> => {
  const { attempt, redirectTo } = await beginAttempt(ctx.use(openidClients), beginning);
  await ctx.globally((db) => openidAttemptRepository.insert(db, attempt));
  return redirectTo;
};

/** Starts linking a provider to the caller's account and returns the URL to which the browser goes. */
export const startLink = async (ctx: Ctx, beginning: Omit<Beginning, 'userId'>): Promise<string> => {
  const userId = getSessionUserId(ctx);
  const { attempt, redirectTo } = await beginAttempt(ctx.use(openidClients), { ...beginning, userId });
  await ctx.tx((tx) => openidAttemptRepository.insert(tx.db, attempt));
  return redirectTo;
};

/** The parameters with which the provider sent the browser back. */
export interface Callback {
  code: string;
  state: string;
  iss?: string | undefined;
}

const takeAttempt = async (ctx: Anonymous, state: string, browserSecret: string | undefined) => {
  if (browserSecret === undefined) return fail('openid.attempt_expired');
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const attempt = await ctx.globally((db) => openidAttemptRepository.consume(db, hashes, new Date()));
  return { attempt: attempt ?? fail('openid.attempt_expired'), proofs: deriveProofs(browserSecret, state) };
};

/** Uses up the attempt of this browser, and returns the verified answer of its provider. */
export const redeemCallback = async (
  ctx: Anonymous,
  { code, state, iss }: Callback,
  { browserSecret, origin }: { browserSecret: string | undefined; origin: string },
): Promise<{ attempt: OpenidAttempt; answer: ProviderAnswer }> => {
  const { attempt, proofs } = await takeAttempt(ctx, state, browserSecret);
  const callbackUrl = new URL(callbackAddress(origin));
  callbackUrl.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
  const client = ctx.use(openidClients).get(attempt.provider);
  return { attempt, answer: await client.redeem({ callbackUrl, state, ...proofs }) };
};

/** Lists the ways to sign in that the sign-in page offers. */
export const listProviders = (ctx: Anonymous) => ({
  providers: ctx.use(openidClients).list(),
  signUp: ctx.services.config.identity.signUp,
});

/** The sign-in at providers, for a module with accounts of its own. */
export const providerSignIn = {
  list: listProviders,
  start: startSignIn,
  redeem: redeemCallback,
  bindBrowser,
  readBrowserSecret,
};
