import { setTimeout as pause } from 'node:timers/promises';
import { parseJson, readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Config } from '../../../../kernel/config/config.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { calledFailure } from '../../../../kernel/outbound/called-failure.ts';
import { OutboundError } from '../../../../kernel/outbound/outbound.ts';
import type { SecretScope, Secrets } from '../../../../kernel/secrets/secrets.ts';
import type { AuthorizationRow } from '../tables.ts';
import { authorizationRepository } from './repository.ts';

type OauthProvider = Config['oauthProviders'][number];

export const getProvider = (config: Config, id: string): OauthProvider =>
  config.oauthProviders.find((it) => it.id === id) ?? fail('authorization.provider_unknown');

/** The answer of a token endpoint (RFC 6749, 5.1). */
const Answer = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().max(20_000).optional(),
  expires_in: z.coerce.number().int().positive().optional().catch(undefined),
});

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string().optional() });
type Tokens = z.infer<typeof Tokens>;

const buildSecretScope = (tenantId: string, id: string): SecretScope => ({
  purpose: `authorization ${id}`,
  tenantId,
});

/** Encrypts tokens so that they can be decrypted only for the authorization and tenant that they belong to. */
export const sealTokens = (
  secrets: Secrets,
  owner: { tenantId: string; id: string },
  tokens: Tokens,
): string => secrets.encrypt(JSON.stringify(tokens), buildSecretScope(owner.tenantId, owner.id));

const openTokens = (secrets: Secrets, owner: { tenantId: string; id: string }, sealed: string): Tokens =>
  Tokens.parse(readJson(secrets.decrypt(sealed, buildSecretScope(owner.tenantId, owner.id))));

const limits = { maxBytes: 256 * 1024, timeoutMs: 15_000 };

/** Calls an address of the provider. The operator configured it, so it may also be in a private network. */
const ask = async (ctx: Ctx, url: string, init: RequestInit): Promise<Response> => {
  try {
    return await ctx.services.outbound.permitting(url).fetch(url, { ...init, ...limits, redirect: 'error' });
  } catch (cause) {
    if (cause instanceof OutboundError) throw calledFailure(cause, { failed: 'authorization.unreachable' });
    throw cause;
  }
};

const readAnswer = async (response: Response): Promise<unknown> => parseJson(await response.text());

interface Grant {
  provider: OauthProvider;
  parameters: Record<string, string>;
  /** The error to throw when the provider refuses. */
  refusal: 'authorization.refused' | 'authorization.expired';
}

/** Exchanges a code or a refresh token for tokens. */
export const requestTokens = async (ctx: Ctx, { provider, parameters, refusal }: Grant) => {
  const { clientId, clientSecret } = provider;
  const response = await ask(ctx, provider.tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      ...parameters,
      client_id: clientId,
      ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    }),
  });
  if (response.status >= 500) fail('authorization.unreachable');
  const answer = Answer.safeParse(await readAnswer(response));
  if (!response.ok || !answer.success) {
    ctx.log.warn({ provider: provider.id, status: response.status }, 'a token endpoint refused');
    return fail(refusal);
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer.data;
  return {
    tokens: { accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) },
    expiresAt: seconds === undefined ? null : new Date(ctx.now().getTime() + seconds * 1000),
  };
};

const Account = z.object({
  email: z.string().optional().catch(undefined),
  login: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

/** Returns whose account was authorized, or an empty text if the provider offers no address that tells. */
export const readAccount = async (
  ctx: Ctx,
  provider: OauthProvider,
  accessToken: string,
): Promise<string> => {
  if (provider.accountUrl === undefined) return '';
  const response = await ask(ctx, provider.accountUrl, {
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
  });
  const { email, login, name } = Account.catch({}).parse(await readAnswer(response));
  return (email ?? login ?? name ?? '').replaceAll('\0', '').slice(0, 200);
};

/** A token that expires within this time is renewed before it is handed out. */
const marginMs = 60_000;
/** The longest time in which one process renews tokens; the service has less to answer. Afterwards another process may. */
const claimMs = 20_000;
/** The longest wait for another process. */
const patienceMs = 30_000;

const isFresh = ({ expiresAt }: AuthorizationRow, now: Date): boolean =>
  expiresAt === null || expiresAt.getTime() - now.getTime() > marginMs;

const find = async (ctx: Ctx, id: string): Promise<AuthorizationRow> =>
  (await ctx.tx((tx) => authorizationRepository.find(tx.db, id))) ?? fail('authorization.not_found');

/** Asks the service for new tokens, and stores them. */
const exchange = async (ctx: Ctx, row: AuthorizationRow): Promise<AuthorizationRow> => {
  const owner = { tenantId: ctx.tenantId, id: row.id };
  const { secrets, config } = ctx.services;
  const { refreshToken } = openTokens(secrets, owner, row.tokens);
  if (refreshToken === undefined) return fail('authorization.expired');
  const { tokens, expiresAt } = await requestTokens(ctx, {
    provider: getProvider(config, row.provider),
    parameters: { grant_type: 'refresh_token', refresh_token: refreshToken },
    refusal: 'authorization.expired',
  });
  // If the service sends no new refresh token, the old one stays valid (RFC 6749, section 6).
  const sealed = sealTokens(secrets, owner, { refreshToken, ...tokens });
  const renewed = await ctx.tx((tx) =>
    authorizationRepository.renew(tx.db, row, { tokens: sealed, expiresAt }),
  );
  return renewed ?? (await find(ctx, row.id));
};

/** Renews tokens, which this process has claimed. */
const renew = async (ctx: Ctx, row: AuthorizationRow): Promise<AuthorizationRow> => {
  try {
    return await exchange(ctx, row);
  } catch (error) {
    await ctx.tx((tx) => authorizationRepository.giveUpRenewal(tx.db, row));
    throw error;
  }
};

const claim = (ctx: Ctx, row: AuthorizationRow): Promise<boolean> =>
  ctx.tx((tx) => {
    const now = tx.now();
    const until = new Date(now.getTime() + claimMs);
    return authorizationRepository.claimRenewal(tx.db, row, { now, until });
  });

/**
 * Returns the authorization with a valid token, renewing it where necessary: one process at a time, because a service that rotates refresh
 * tokens accepts each of them once, and may withdraw the access when one comes again.
 */
export const freshAuthorization = async (ctx: Ctx, id: string): Promise<AuthorizationRow> => {
  const since = performance.now();
  for (;;) {
    const row = await find(ctx, id);
    if (isFresh(row, ctx.now())) return row;
    if (await claim(ctx, row)) return renew(ctx, row);
    if (performance.now() - since > patienceMs) fail('authorization.unreachable');
    await pause(100 + Math.random() * 100);
  }
};

/** Returns an access token for the service, with which a connection reads. */
export const getAccessToken = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await freshAuthorization(ctx, id);
  return openTokens(ctx.services.secrets, { tenantId: ctx.tenantId, id }, row.tokens).accessToken;
};
