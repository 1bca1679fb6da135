import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { defineService } from '../../../../../kernel/services/services.ts';
import { providerOf } from '../providers.ts';
import { authorizationRepository } from '../repository.ts';
import type { AuthorizationRow } from '../tables.ts';
import { openTokens, requestTokens, sealTokens } from '../tokens.ts';

/** A token that runs out within a minute is not given out any more. */
const marginMs = 60_000;

const isFresh = ({ expiresAt }: AuthorizationRow, now: Date): boolean =>
  expiresAt === null || expiresAt.getTime() - now.getTime() > marginMs;

const find = async (ctx: Ctx, id: string): Promise<AuthorizationRow> =>
  (await ctx.tx((tx) => authorizationRepository.find(tx.db, id))) ?? fail('authorization.not_found');

/** Looks again first: somebody else may have renewed it since it was found stale, and its old refresh token is gone then. */
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
  // A service that sends no new refresh token goes on with the old one (RFC 6749, 6).
  const sealed = sealTokens(secrets, owner, { refreshToken, ...tokens });
  const renewed = await ctx.tx((tx) =>
    authorizationRepository.renew(tx.db, row, { tokens: sealed, expiresAt }),
  );
  return renewed ?? (await find(ctx, row.id));
};

/** Renewals under way: a service that changes refresh tokens takes each of them once. */
const renewals = defineService({
  name: 'connections.renewals',
  create: () => new Map<string, Promise<AuthorizationRow>>(),
});

/** The authorization with a token that still holds; renewed where it is due. */
export const freshAuthorization = async (ctx: Ctx, id: string): Promise<AuthorizationRow> => {
  const row = await find(ctx, id);
  if (isFresh(row, ctx.now())) return row;
  const underWay = ctx.use(renewals);
  const key = `${ctx.tenantId} ${id}`;
  const renewal = underWay.get(key) ?? renew(ctx, id).finally(() => underWay.delete(key));
  underWay.set(key, renewal);
  return renewal;
};

/** The token to act with at the service, for whoever reads with a connection. */
export const accessTokenOf = async (ctx: Ctx, id: string): Promise<string> => {
  const row = await freshAuthorization(ctx, id);
  return openTokens(ctx.services.secrets, { tenantId: ctx.tenantId, id }, row.tokens).accessToken;
};
