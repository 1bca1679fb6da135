import type { mcps } from '@atelier/contracts/assistants/tools/mcps';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import type { GrantRow, WithdrawalRow } from '../../tables.ts';
import type { McpIo } from '../client/mcp-client.ts';
import { mcpRepository } from '../repository.ts';
import type { Authority, Grant } from './authority.ts';
import { grantFetch } from './grant-fetch.ts';
import { presentGrants } from './present-grant.ts';
import { grantRepository, withdrawalRepository } from './repository.ts';
import { openGrant } from './seal-grant.ts';
import { enqueueWithdrawal, type withdrawJob } from './withdraw-job.ts';

type Query = RequestOf<(typeof mcps.endpoints)['listAccounts']>['query'];

/** Lists the servers at which the caller can connect an account of their own. Nothing else of a server is shown, because it needs `tools:read`. */
export const listAccounts = (ctx: AnyCtx, query: Query) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await mcpRepository.list(tx.db, {
      ...query,
      sort: 'name',
      ofPersons: true,
    });
    const grants = await presentGrants(tx, rows);
    const items = rows.map(({ id: mcpId, name, description, url }) => ({
      ...{ mcpId, name, description },
      site: URL.parse(url)?.host ?? url,
      grant: grants.get(mcpId) ?? null,
    }));
    return { items, nextCursor, total };
  });

type Io = Pick<McpIo, 'fetch' | 'signal'>;

/** Adds what proves the client to a request, in the way that the service takes. */
const signAs = (
  { client, metadata }: Authority,
  { headers, body }: { headers: Headers; body: URLSearchParams },
) => {
  const offered =
    metadata?.revocation_endpoint_auth_methods_supported ?? metadata?.token_endpoint_auth_methods_supported;
  const method = selectClientAuthMethod(client, offered ?? []);
  const { client_id: id, client_secret: secret = '' } = client;
  if (method === 'client_secret_basic') {
    const [user, password] = [id, secret].map(encodeURIComponent);
    headers.set('authorization', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    return;
  }
  body.set('client_id', id);
  if (method === 'client_secret_post') body.set('client_secret', secret);
};

/**
 * Asks a service to withdraw the tokens of an account (RFC 7009): first the refresh token, with which others are made. Does nothing where the
 * service offers no such request. Throws when it cannot be reached, or asks to be asked later; what it refuses for good is over.
 */
const withdrawTokens = async ({ authority, ...tokens }: Grant, io: Io): Promise<void> => {
  const endpoint = authority.metadata?.revocation_endpoint;
  if (endpoint === undefined) return;
  const all = [
    { token: tokens.refreshToken, hint: 'refresh_token' },
    { token: tokens.accessToken, hint: 'access_token' },
  ];
  for (const { token, hint } of all) {
    if (token === undefined) continue;
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
    const body = new URLSearchParams({ token, token_type_hint: hint });
    signAs(authority, { headers, body });
    const { status } = await grantFetch(io)(endpoint, { method: 'POST', headers, body });
    if (status === 429 || status >= 500) throw new Error(`The service answered ${status}.`);
  }
};

const requestMs = 30_000;
const pauseMs = 10 * 60_000;
/** The time after which a service that cannot be reached is asked no more, and the tokens are forgotten. */
const patienceMs = 24 * 60 * 60_000;

interface Withdrawn extends Pick<GrantRow, 'id' | 'secrets' | 'site'> {
  orderedAt: Date;
}

/** Returns true when there is nothing left to do. */
const withdraw = async (ctx: Ctx, row: Withdrawn): Promise<boolean> => {
  try {
    const io = { fetch: ctx.services.outbound.fetch, signal: AbortSignal.timeout(requestMs) };
    await withdrawTokens(openGrant(ctx, row), io);
    return true;
  } catch (error) {
    const isLate = ctx.now().getTime() - row.orderedAt.getTime() > patienceMs;
    ctx.log.warn({ err: error, site: row.site, isLate }, 'the tokens of an MCP account were not withdrawn');
    return isLate;
  }
};

/**
 * True when the same client has been given access again in the place of the account. Many services withdraw everything that a client was given
 * by a person, so that to withdraw the old tokens would end the new ones.
 */
const isSpared = async (ctx: Ctx, row: WithdrawalRow): Promise<boolean> => {
  const { mcpId, personId } = row;
  if (mcpId === null) return false;
  const present = await ctx.tx((tx) => grantRepository.find(tx.db, { mcpId, personId }));
  if (!present) return false;
  const [before, now] = [openGrant(ctx, row).authority, openGrant(ctx, present).authority];
  return before.url === now.url && before.client.client_id === now.client.client_id;
};

/** Withdraws the tokens of an account that was forgotten. To withdraw them twice does no harm. */
export const withdrawAccount = async (ctx: Ctx, { grantId }: InputOf<typeof withdrawJob>): Promise<void> => {
  const row = await ctx.tx((tx) => withdrawalRepository.find(tx.db, grantId));
  if (!row) return;
  const isOver = (await isSpared(ctx, row)) || (await withdraw(ctx, row));
  await ctx.tx(async (tx) => {
    if (isOver) await withdrawalRepository.remove(tx.db, grantId);
    else await enqueueWithdrawal(tx, grantId, pauseMs);
  });
};

/** Withdraws the tokens of all accounts of a company that is being deleted. A service that cannot be reached does not hold the deletion up. */
export const withdrawWithTenant = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.tx((tx) => grantRepository.listAll(tx.db));
  for (const row of rows) await withdraw(ctx, { ...row, orderedAt: ctx.now() });
};
