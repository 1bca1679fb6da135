import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../../kernel/context/own-user.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { canWriteTools } from '../../policy.ts';
import type { McpRow } from '../../tables.ts';
import { mcpRepository } from '../repository.ts';
import { openSecrets, sealSecrets } from '../target.ts';
import type { Client } from './authority.ts';
import { beginAuthorization } from './begin-authorization.ts';
import { clientDocumentPath } from './client-document.ts';
import { exchangeCode } from './exchange.ts';
import { explainRefusal } from './explain-refusal.ts';
import { type GrantOwner, grantAttemptRepository, grantRepository } from './repository.ts';
import { openFlow, sealFlow, sealGrant } from './seal-grant.ts';

const minutes = 10;
const patienceMs = 60_000;

/** Whose account an actor may connect: their own, or that of the company. Throws `auth.forbidden`. */
const ownerFor = (ctx: AnyCtx, { id: mcpId, sharing }: McpRow): GrantOwner => {
  if (sharing === 'PERSON') return { mcpId, personId: ownUserId(ctx) };
  if (!canWriteTools(ctx)) fail('auth.forbidden');
  return { mcpId, personId: null };
};

const find = async (tx: TxCtx, id: string): Promise<McpRow> =>
  (await mcpRepository.find(tx.db, id)) ?? fail('mcps.not_found');

/** The client that was entered. Others are registered for each authorization, because a registration names the scopes that may be asked for. */
const enteredClient = (tx: TxCtx, row: McpRow): Client | undefined => {
  const { client } = openSecrets(tx, row);
  return (
    client && {
      client_id: client.id,
      ...(client.secret === '' ? {} : { client_secret: client.secret }),
      ...(client.issuer === undefined ? {} : { issuer: client.issuer }),
    }
  );
};

const io = (ctx: Ctx) => ({
  fetch: ctx.services.outbound.fetch,
  timeoutMs: patienceMs,
  signal: AbortSignal.timeout(patienceMs),
});

const buildClientUrls = (ctx: AnyCtx, origin: string) => {
  const { publicUrl } = ctx.services.config.server;
  return {
    redirectUrl: `${origin}/connection-auth`,
    clientDocument: publicUrl === undefined ? undefined : `${publicUrl}${clientDocumentPath}`,
  };
};

/**
 * Begins to connect an account. Returns the address to which the browser goes, and the state with which it comes back. Throws `mcps.not_found`,
 * `auth.forbidden` and what `beginAuthorization` throws.
 */
export const connectServer = async (
  ctx: Ctx,
  { mcpId, session, origin }: { mcpId: string; session: string; origin: string },
) => {
  const { row, owner, client, earlier } = await ctx.tx(async (tx) => {
    const row = await find(tx, mcpId);
    const owner = ownerFor(tx, row);
    const earlier = await grantRepository.find(tx.db, owner);
    return { row, owner, earlier, client: enteredClient(tx, row) };
  });
  const state = newToken('mcs');
  const scope = [earlier?.missingScope ? earlier.scope : '', earlier?.missingScope].join(' ').trim();
  const beginning = { url: row.url, state, client, scope, ...buildClientUrls(ctx, origin) };
  const { authorizationUrl, flow } = await beginAuthorization(beginning, io(ctx));
  const stateHash = hashToken(state);
  await ctx.tx(async (tx) => {
    const attempt = {
      ...{ stateHash, ...owner, sessionHash: hashToken(session), userId: ownUserId(tx) },
      secrets: sealFlow(tx, stateHash, flow),
      expiresAt: new Date(tx.now().getTime() + minutes * 60_000),
    };
    await grantAttemptRepository.insert(tx.db, attempt, tx.now());
    await tx.audit('mcps.authorization_started', mcpId, { name: row.name });
  });
  return { authorizationUrl, state };
};

/** A client that was entered is bound to the server of authorizations that took it first, and is shown to no other. */
const bindClient = async (tx: TxCtx, row: McpRow, issuer: string | undefined): Promise<void> => {
  const secrets = openSecrets(tx, row);
  if (!secrets.client || issuer === undefined) return;
  const bound = { ...secrets, client: { ...secrets.client, issuer } };
  await mcpRepository.note(tx.db, row.id, { secrets: sealSecrets(tx, row.id, bound) });
};

/** Exchanges the returned code for tokens, which are stored encrypted. Each state works once, even when the exchange fails. */
export const finishConnecting = async (
  ctx: Ctx,
  { code, state, iss, session }: { code: string; state: string; iss?: string | undefined; session: string },
) => {
  const own = { stateHash: hashToken(state), sessionHash: hashToken(session), userId: ownUserId(ctx) };
  const attempt =
    (await ctx.tx((tx) => grantAttemptRepository.consume(tx.db, own, tx.now()))) ??
    fail('mcps.state_unknown');
  const flow = openFlow(ctx, attempt.stateHash, attempt.secrets);
  const issued = await exchangeCode(flow, { code, iss }, io(ctx)).catch((cause: unknown) => {
    throw explainRefusal(cause) ?? cause;
  });
  return ctx.tx(async (tx) => {
    const row = (await mcpRepository.lock(tx.db, attempt.mcpId)) ?? fail('mcps.not_found');
    const { mcpId, personId } = attempt;
    const { authority } = issued.grant;
    const isSame = ownerFor(tx, row).personId === personId && row.authentication === 'OAUTH';
    if (!isSame) fail('mcps.state_unknown');
    await bindClient(tx, row, authority.client.issuer);
    const id = newId('mcg');
    await grantRepository.replace(tx.db, {
      ...{ id, mcpId, personId, scope: issued.scope, connectedBy: ownUserId(tx), connectedAt: tx.now() },
      secrets: sealGrant(tx, id, issued.grant),
      site: new URL(authority.url).host,
      expiresAt: issued.seconds === undefined ? null : new Date(tx.now().getTime() + issued.seconds * 1000),
    });
    await tx.audit('mcps.connected', mcpId, { name: row.name });
    return { mcpId, name: row.name };
  });
};

/** Forgets an account, and has its tokens withdrawn. Agents cannot use the server any more. Throws `mcps.not_found` and `auth.forbidden`. */
export const disconnectServer = (ctx: AnyCtx, mcpId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const row = await find(tx, mcpId);
    if (!(await grantRepository.remove(tx.db, ownerFor(tx, row)))) fail('mcps.connect_first');
    await tx.audit('mcps.disconnected', mcpId, { name: row.name });
  });
