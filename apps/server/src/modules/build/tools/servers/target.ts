import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { McpTarget } from './client/mcp-client.ts';
import { openSecrets } from './secrets.ts';
import type { McpRow } from './tables.ts';

/** Returns how a server is reached. It has the secrets: only for the call to the server. */
export const targetOf = (
  ctx: AnyCtx,
  row: Pick<McpRow, 'id' | 'url' | 'secrets' | 'revision'>,
): McpTarget => ({
  url: row.url,
  headers: openSecrets(ctx, row).headers,
  revision: row.revision,
});
