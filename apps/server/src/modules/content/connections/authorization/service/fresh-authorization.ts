import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { defineService } from '../../../../../kernel/services/services.ts';
import { providerOf } from '../providers.ts';
import { authorizationRepository } from '../repository.ts';
import type { AuthorizationRow } from '../tables.ts';
import { openTokens, requestTokens, sealTokens } from '../tokens.ts';

/** A token that expires within this time is renewed before it is handed out. */
const marginMs = 60_000;

const isFresh = ({ expiresAt }: AuthorizationRow, now: Date): boolean =>
  expiresAt === null || expiresAt.getTime() - now.getTime() > marginMs;

const find = async (ctx: Ctx, id: string): Promise<AuthorizationRow> =>
  (await ctx.tx((tx) => authorizationRepository.find(tx.db, id))) ?? fail('authorization.not_found');

/**
 * Reads the row again first: another process may have renewed it since it was found expired, and its old refresh token no
 * longer works then.
 */
const renew = async (ctx: Ctx, id: string): Promise<AuthorizationRow> => {
  const row = await find(ctx, id);
  if (isFresh(row, ctx.now())) return row;
  const owner = { tenantId: ctx.tenantId, id: row.id };
  const { secrets, config } = ctx.services;
  const { refreshToken } = openTokens(secrets, owner, row.tokens);
  if (refreshToken === undefined) return fail('authorization.expired');
  const { tokens, expiresAt } = await requestTokens(ctx, {
    provider: providerOf(config, row.provider),
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

/** The renewals in progress, by id. A service that rotates refresh tokens accepts each of them only once. */
const renewals = defineService({
  name: 'connections.renewals',
  create: () => new Map<string, Promise<AuthorizationRow>>(),
});

/** Returns the authorization with a valid token, renewing it where necessary. */
export const freshAuthorization = async (ctx: Ctx, id: string): Promise<AuthorizationRow> => {
  const row = await find(ctx, id);
  if (isFresh(row, ctx.now())) return row;
  const underWay = ctx.use(renewals);
  const key = `${ctx.tenantId} ${id}`;
  const renewal = underWay.get(key) ?? renew(ctx, id).finally(() => underWay.delete(key));
  underWay.set(key, renewal);
  return renewal;
};

/** Returns an access token for the service, with which a connection reads. */
export const accessTokenOf = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await freshAuthorization(ctx, id);
  return openTokens(ctx.services.secrets, { tenantId: ctx.tenantId, id }, row.tokens).accessToken;
};
