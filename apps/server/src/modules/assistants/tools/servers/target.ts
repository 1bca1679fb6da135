import { readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import type { McpRow } from '../tables.ts';
import type { McpTarget } from './client/mcp-client.ts';
import { grantAuth } from './grants/grant-auth.ts';

/** Secrets that are sent to a server and shown to nobody. */
const McpSecrets = z.object({
  headers: z.record(z.string(), z.string()).default({}),
  /** A client that was entered, and the issuer that took it first. */
  client: z.object({ id: z.string(), secret: z.string(), issuer: z.string().optional() }).optional(),
});
export type McpSecrets = z.infer<typeof McpSecrets>;

const buildSecretScope = ({ tenantId }: AnyCtx, id: string) => ({ purpose: `mcp server ${id}`, tenantId });

/** Encrypts secrets so that they can be decrypted only for this server. */
export const sealSecrets = (ctx: AnyCtx, id: string, secrets: McpSecrets): string =>
  ctx.services.secrets.encrypt(JSON.stringify(secrets), buildSecretScope(ctx, id));

export const openSecrets = (ctx: AnyCtx, { id, secrets }: Pick<McpRow, 'id' | 'secrets'>): McpSecrets =>
  McpSecrets.parse(readJson(ctx.services.secrets.decrypt(secrets, buildSecretScope(ctx, id))));

/** A server as it is reached, and the account that signs its requests. */
export interface OpenTarget extends McpTarget {
  auth?: Awaited<ReturnType<typeof grantAuth>>;
}

/** The person for whom a call is made: a server may be called with an account of their own. */
export interface Caller {
  personId: string | null;
  signal: AbortSignal;
}

/**
 * Returns how a server is reached. It has the secrets: only for the call to the server. Throws `mcps.connect_first`, and `mcps.unreachable`
 * when tokens could not be renewed.
 */
export const openTarget = async (
  ctx: Ctx,
  row: Pick<McpRow, 'id' | 'url' | 'secrets' | 'revision' | 'authentication' | 'sharing'>,
  { personId, signal }: Caller,
): Promise<OpenTarget> => {
  const { url, revision, id: mcpId } = row;
  const target = { url, revision, headers: openSecrets(ctx, row).headers };
  if (row.authentication !== 'OAUTH') return target;
  if (row.sharing === 'PERSON' && personId === null) fail('mcps.person_needed');
  const owner = { mcpId, personId: row.sharing === 'PERSON' ? personId : null };
  return { ...target, auth: await grantAuth(ctx, owner, signal) };
};

/** The secrets of a target, which are taken out of what the server returns. */
export const listSecrets = ({ headers, auth }: OpenTarget): string[] => [
  ...Object.values(headers),
  ...(auth ? [auth.used().grant.accessToken] : []),
];
