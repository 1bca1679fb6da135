import type {
  Mcp,
  McpAuthentication,
  McpOffer,
  McpSettings,
  McpTrial,
} from '@atelier/contracts/assistants/tools/mcp-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { findUserId, toAuthor } from '../../../../../kernel/context/actor.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { McpRow } from '../../tables.ts';
import { grantRepository } from '../grants/repository.ts';
import { presentMcp } from '../present.ts';
import { mcpRepository } from '../repository.ts';
import { type McpSecrets, openSecrets, openTarget, sealSecrets } from '../target.ts';
import { checkServer, findOut, foundColumns } from './check-server.ts';
import { checkAddress, offerMs, readOffer } from './read-offer.ts';

type Typed = Pick<McpSettings, 'url' | 'headers' | 'authentication' | 'client'>;

const chooseAuthentication = ({ authentication, headers }: Typed): McpAuthentication =>
  authentication ?? (Object.keys(headers).length > 0 ? 'HEADERS' : 'NONE');

interface Stored extends McpSecrets {
  url: string;
}

const isElsewhere = (typed: Typed, stored: Stored): boolean =>
  URL.parse(typed.url)?.origin !== URL.parse(stored.url)?.origin;

/** The headers that a form means: an empty value stands for the stored one. */
const mergeHeaders = (typed: Typed, stored: Stored): McpSecrets['headers'] => {
  const kept = Object.keys(typed.headers).filter(
    (name) => typed.headers[name] === '' && stored.headers[name] !== undefined,
  );
  if (kept.length > 0 && isElsewhere(typed, stored)) fail('mcps.secrets_again', { headers: kept });
  return { ...typed.headers, ...Object.fromEntries(kept.map((name) => [name, stored.headers[name] ?? ''])) };
};

/** The client that a form means: one that is left out, or whose secret is empty, stands for the stored one. */
const mergeClient = (
  { client, ...typed }: Typed,
  { client: before, ...stored }: Stored,
): McpSecrets['client'] => {
  if (client === null) return undefined;
  const isStored = before !== undefined && (client === undefined || client.id === before.id);
  if (isStored && (client === undefined || client.secret === '')) {
    if (before.secret !== '' && isElsewhere(typed, stored)) fail('mcps.secrets_again');
    return before;
  }
  return client;
};

/** Returns the secrets that a form means. What is stored is not sent to another site, which may belong to somebody else. Throws `mcps.secrets_again`. */
const completeSecrets = (typed: Typed, stored: Stored): McpSecrets => {
  const kind = chooseAuthentication(typed);
  if (kind === 'HEADERS') return { headers: mergeHeaders(typed, stored) };
  const client = kind === 'OAUTH' ? mergeClient(typed, stored) : undefined;
  return { headers: {}, ...(client && { client }) };
};

const nothingStored: Stored = { url: '', headers: {} };

const find = async (tx: TxCtx, id: string): Promise<McpRow> =>
  (await mcpRepository.find(tx.db, id)) ?? fail('mcps.not_found');

/** Reads the tools of a server as it is in a form. Throws what `readOffer` and `completeSecrets` throw, and `mcps.connect_first`. */
export const discoverTools = async (ctx: Ctx, { mcpId, ...typed }: McpTrial): Promise<McpOffer> => {
  checkAddress(typed.url);
  const row = mcpId === undefined ? undefined : await ctx.tx((tx) => find(tx, mcpId));
  if (chooseAuthentication(typed) === 'OAUTH') {
    if (row?.authentication !== 'OAUTH' || row.url !== typed.url) return fail('mcps.connect_first');
    const personId = findUserId(ctx);
    const signal = AbortSignal.timeout(offerMs);
    return readOffer(ctx, await openTarget(ctx, row, { personId, signal }));
  }
  const stored = row ? { url: row.url, ...openSecrets(ctx, row) } : nothingStored;
  const { headers } = completeSecrets(typed, stored);
  return readOffer(ctx, { url: typed.url, headers, revision: '' });
};

/** The columns that settings determine. */
const toColumns = ({ name, description, url, timeoutSeconds, active, sharing, ...typed }: McpSettings) => ({
  ...{ name, description, url, timeoutSeconds, active },
  ...(sharing === undefined ? {} : { sharing }),
  authentication: chooseAuthentication({ url, ...typed }),
});

/**
 * Creates a server and reads its tools. One that cannot be reached is created too, and says so; one for which access has to be allowed is read
 * when an account is connected. Throws `mcps.address_invalid` and `mcps.name_taken`.
 */
export const createServer = async (ctx: Ctx, settings: McpSettings): Promise<Mcp> => {
  checkAddress(settings.url);
  const id = newId('mcp');
  const secrets = completeSecrets(settings, nothingStored);
  const target = { url: settings.url, headers: secrets.headers, revision: '' };
  const isConnectedLater = chooseAuthentication(settings) === 'OAUTH';
  const finding = isConnectedLater ? undefined : await findOut(ctx, async () => target);
  return ctx.tx(async (tx) => {
    const before = { tools: [], choices: settings.tools };
    const row = await mcpRepository.insert(tx.db, {
      id,
      ...toColumns(settings),
      secrets: sealSecrets(tx, id, secrets),
      createdBy: toAuthor(tx),
      choices: settings.tools,
      ...(finding && foundColumns(finding, before, tx.now())),
    });
    await tx.audit('mcps.created', id, { name: settings.name });
    return presentMcp(tx, row ?? fail('server.internal'));
  });
};

/** Accounts belong to a server at one address. What was connected for another one is forgotten. */
const forgetGrants = async (tx: TxCtx, before: McpRow, now: McpRow): Promise<void> => {
  const isSame = before.url === now.url && before.sharing === now.sharing && now.authentication === 'OAUTH';
  if (!isSame) await grantRepository.removeAll(tx.db, now.id);
};

/**
 * Changes a server. When it is another one now, its tools are read again. Throws `mcps.not_found`, `mcps.changed_meanwhile`, `mcps.secrets_again` and what
 * `createServer` throws.
 */
export const updateServer = async (
  ctx: Ctx,
  { mcpId, revision, ...settings }: McpSettings & { mcpId: string; revision?: number | undefined },
): Promise<Mcp> => {
  checkAddress(settings.url);
  const { saved, isOther } = await ctx.tx(async (tx) => {
    await checkRevision(tx, 'mcps.changed_meanwhile', {
      ...{ id: mcpId, revision },
      newest: async () => {
        const mcp = await presentMcp(tx, await find(tx, mcpId));
        return { ...mcp, revision: mcp.settingsRevision };
      },
    });
    const row = (await mcpRepository.lock(tx.db, mcpId)) ?? fail('mcps.not_found');
    const before = openSecrets(tx, row);
    const secrets = completeSecrets(settings, { url: row.url, ...before });
    const isOther = row.url !== settings.url || JSON.stringify(before) !== JSON.stringify(secrets);
    const isConnectedLater = chooseAuthentication(settings) === 'OAUTH';
    const unknown = { health: 'UNKNOWN', problem: null } as const;
    const changed =
      (await mcpRepository.update(tx.db, mcpId, {
        ...toColumns(settings),
        choices: settings.tools ?? row.choices,
        ...(isOther ? { secrets: sealSecrets(tx, mcpId, secrets), revision: '' } : {}),
        ...(isOther && isConnectedLater ? unknown : {}),
      })) ?? fail('mcps.not_found');
    await forgetGrants(tx, row, changed);
    await tx.audit('mcps.updated', mcpId, { name: settings.name });
    return { saved: await presentMcp(tx, changed), isOther };
  });
  return isOther && saved.authentication !== 'OAUTH' ? checkServer(ctx, mcpId) : saved;
};
