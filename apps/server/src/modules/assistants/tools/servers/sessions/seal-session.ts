import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import type { SessionPlace } from './repository.ts';
import type { McpRunSessionRow } from './tables.ts';

const scopeOf = ({ tenantId }: AnyCtx, { runId, mcpId }: SessionPlace) => ({
  purpose: `mcp session ${runId} ${mcpId}`,
  tenantId,
});

/** Encrypts the id of a session so that it can be decrypted only for this run and this server. */
export const sealSession = (ctx: AnyCtx, place: SessionPlace, id: string): string =>
  ctx.services.secrets.encrypt(id, scopeOf(ctx, place));

export const openSession = (ctx: AnyCtx, row: McpRunSessionRow): string =>
  ctx.services.secrets.decrypt(row.secret, scopeOf(ctx, row));
