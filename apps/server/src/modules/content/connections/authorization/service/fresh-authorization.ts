import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { authorizationRepository } from '../repository.ts';
import type { AuthorizationRow } from '../tables.ts';
import { getProvider, openTokens, requestTokens, sealTokens } from '../tokens.ts';

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
