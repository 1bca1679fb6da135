import { readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { McpRow } from './tables.ts';

/** Secrets that are sent to a server and shown to nobody. */
const McpSecrets = z.object({
  headers: z.record(z.string(), z.string()).default({}),
  /** A client that was entered, and the issuer that took it first. */
  client: z.object({ id: z.string(), secret: z.string(), issuer: z.string().optional() }).optional(),
});
export type McpSecrets = z.infer<typeof McpSecrets>;

const scopeOf = ({ tenantId }: AnyCtx, id: string) => ({ purpose: `mcp server ${id}`, tenantId });

/** Encrypts secrets so that they can be decrypted only for this server. */
export const sealSecrets = (ctx: AnyCtx, id: string, secrets: McpSecrets): string =>
  ctx.services.secrets.encrypt(JSON.stringify(secrets), scopeOf(ctx, id));

export const openSecrets = (ctx: AnyCtx, { id, secrets }: Pick<McpRow, 'id' | 'secrets'>): McpSecrets =>
  McpSecrets.parse(readJson(ctx.services.secrets.decrypt(secrets, scopeOf(ctx, id))));
