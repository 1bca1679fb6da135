import type { Mcp, McpOffer, McpSettings, McpTrial } from '@atelier/contracts/build/tools/mcp-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { presentMcp } from '../present.ts';
import { mcpRepository } from '../repository.ts';
import { openSecrets, sealSecrets } from '../secrets.ts';
import type { McpRow } from '../tables.ts';
import { checkServer, findOut, foundColumns } from './check-server.ts';
import { checkAddress, readOffer } from './read-offer.ts';

type Headers = McpSettings['headers'];
type Typed = Pick<McpSettings, 'url' | 'headers' | 'authentication'>;

const isSigned = ({ authentication, headers }: Typed): boolean =>
  authentication === undefined ? Object.keys(headers).length > 0 : authentication === 'HEADERS';

/**
 * Returns the headers that a form means: an empty value stands for the stored one. A stored secret is not sent to another site, which may
 * belong to somebody else. Throws `mcps.secrets_again`.
 */
const completeHeaders = (typed: Typed, stored: { url: string; headers: Headers }): Headers => {
  if (!isSigned(typed)) return {};
  const kept = Object.keys(typed.headers).filter(
    (name) => typed.headers[name] === '' && stored.headers[name] !== undefined,
  );
  const isElsewhere = URL.parse(typed.url)?.origin !== URL.parse(stored.url)?.origin;
  if (kept.length > 0 && isElsewhere) fail('mcps.secrets_again', { headers: kept });
  return { ...typed.headers, ...Object.fromEntries(kept.map((name) => [name, stored.headers[name] ?? ''])) };
};

const nothingStored = { url: '', headers: {} };

const find = async (tx: TxCtx, id: string): Promise<McpRow> =>
  (await mcpRepository.find(tx.db, id)) ?? fail('mcps.not_found');

/** Reads the tools of a server as it is in a form. Throws what `readOffer` and `completeHeaders` throw. */
export const discoverTools = async (ctx: Ctx, { mcpId, ...typed }: McpTrial): Promise<McpOffer> => {
  checkAddress(typed.url);
  const row = mcpId === undefined ? undefined : await ctx.tx((tx) => find(tx, mcpId));
  const stored = row ? { url: row.url, headers: openSecrets(ctx, row).headers } : nothingStored;
  const headers = completeHeaders(typed, stored);
  return readOffer(ctx, { url: typed.url, headers, revision: '' });
};

/** The columns that settings determine. */
const columnsOf = ({ name, description, url, timeoutSeconds, active, ...typed }: McpSettings) => ({
  ...{ name, description, url, timeoutSeconds, active },
  authentication: isSigned({ url, ...typed }) ? ('HEADERS' as const) : ('NONE' as const),
});

/**
 * Creates a server and reads its tools. One that cannot be reached is created too, and says so. Throws `mcps.address_invalid` and
 * `mcps.name_taken`.
 */
export const createServer = async (ctx: Ctx, settings: McpSettings): Promise<Mcp> => {
  checkAddress(settings.url);
  const id = newId('mcp');
  const headers = completeHeaders(settings, nothingStored);
  const finding = await findOut(ctx, { url: settings.url, headers, revision: '' });
  return ctx.tx(async (tx) => {
    const row = await mcpRepository.insert(tx.db, {
      id,
      ...columnsOf(settings),
      secrets: sealSecrets(tx, id, { headers }),
      createdBy: 'userId' in tx.actor ? tx.actor.userId : 'system',
      choices: settings.tools,
      ...foundColumns(finding, { tools: [], choices: settings.tools }, tx.now()),
    });
    await tx.audit('mcps.created', id, { name: settings.name });
    return presentMcp(tx, row ?? fail('server.internal'));
  });
};

/**
 * Changes a server. When it is another one now, its tools are read again. Throws `mcps.not_found`, `mcps.secrets_again` and what
 * `createServer` throws.
 */
export const updateServer = async (
  ctx: Ctx,
  { mcpId, ...settings }: McpSettings & { mcpId: string },
): Promise<Mcp> => {
  checkAddress(settings.url);
  const { saved, isOther } = await ctx.tx(async (tx) => {
    const row = (await mcpRepository.lock(tx.db, mcpId)) ?? fail('mcps.not_found');
    const before = openSecrets(tx, row).headers;
    const headers = completeHeaders(settings, { url: row.url, headers: before });
    const isOther = row.url !== settings.url || JSON.stringify(before) !== JSON.stringify(headers);
    const changed = await mcpRepository.update(tx.db, mcpId, {
      ...columnsOf(settings),
      choices: settings.tools ?? row.choices,
      ...(isOther ? { secrets: sealSecrets(tx, mcpId, { headers }), revision: '' } : {}),
    });
    await tx.audit('mcps.updated', mcpId, { name: settings.name });
    return { saved: presentMcp(tx, changed ?? fail('mcps.not_found')), isOther };
  });
  return isOther ? checkServer(ctx, mcpId) : saved;
};
