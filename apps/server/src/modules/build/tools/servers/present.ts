import type { Mcp, McpLine } from '@atelier/contracts/build/tools/mcp-shapes';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { canWriteTools } from '../policy.ts';
import type { ListedMcp } from './repository.ts';
import { openSecrets } from './secrets.ts';
import type { McpRow } from './tables.ts';

export const presentLine = (ctx: AnyCtx, row: ListedMcp): McpLine => ({
  mcpId: row.id,
  name: row.name,
  description: row.description,
  url: row.url,
  authentication: row.authentication,
  active: row.active,
  health: row.health,
  problem: row.problem,
  checkedAt: row.checkedAt?.toISOString() ?? null,
  toolCount: row.toolCount,
  chosenCount: row.chosenCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canWrite: canWriteTools(ctx) },
});

/** The values of headers never leave the server. */
export const presentMcp = (ctx: AnyCtx, row: McpRow): Mcp => ({
  ...presentLine(ctx, { ...row, toolCount: row.tools.length, chosenCount: row.choices?.length ?? 0 }),
  serverName: row.serverName,
  revision: row.revision,
  tools: row.tools,
  leftOut: row.leftOut,
  timeoutSeconds: row.timeoutSeconds,
  headerNames: Object.keys(openSecrets(ctx, row).headers),
  choices: row.choices,
});
