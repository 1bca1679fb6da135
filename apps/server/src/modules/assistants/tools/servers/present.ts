import type { Mcp, McpGrant, McpLine } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { revisionFrom } from '../../../../kernel/base/revision-from.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { canWriteTools } from '../policy.ts';
import { shownRefusal } from '../refusals/shown-refusal.ts';
import type { McpRow } from '../tables.ts';
import { presentGrants } from './grants/present-grant.ts';
import type { ListedMcp } from './repository.ts';
import { openSecrets } from './target.ts';

const presentLine = (ctx: AnyCtx, row: ListedMcp, grant: McpGrant | null): McpLine => ({
  mcpId: row.id,
  name: row.name,
  description: row.description,
  url: row.url,
  authentication: row.authentication,
  sharing: row.sharing,
  grant,
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

/** Presents servers, each with the account through which whoever asks reaches it. */
export const presentLines = async (tx: TxCtx, rows: readonly ListedMcp[]): Promise<McpLine[]> => {
  const grants = await presentGrants(tx, rows);
  return rows.map((row) => presentLine(tx, row, grants.get(row.id) ?? null));
};

const toRefusals = ({ tools, refusals }: McpRow): Mcp['refusals'] =>
  Object.fromEntries(
    tools.flatMap(({ name, inputSchema }) => {
      const refusal = shownRefusal(refusals[name], inputSchema);
      return refusal ? [[name, refusal]] : [];
    }),
  );

/** The values of headers and the secret of the client never leave the server. */
/** Findings of a call to the server belong to no form. */
const settingsRevision = (row: McpRow): number => {
  const { name, description, url, authentication, sharing, active, timeoutSeconds, choices, secrets } = row;
  return revisionFrom([
    ...[name, description, url, authentication, sharing, active, timeoutSeconds, choices],
    secrets,
  ]);
};

export const presentMcp = async (tx: TxCtx, row: McpRow): Promise<Mcp> => {
  const { headers, client } = openSecrets(tx, row);
  const counts = { toolCount: row.tools.length, chosenCount: row.choices?.length ?? 0 };
  const grant = (await presentGrants(tx, [row])).get(row.id) ?? null;
  return {
    ...presentLine(tx, { ...row, ...counts }, grant),
    serverName: row.serverName,
    revision: row.revision,
    settingsRevision: settingsRevision(row),
    tools: row.tools,
    leftOut: row.leftOut,
    refusals: toRefusals(row),
    toolsTtlMs: row.toolsTtlMs,
    timeoutSeconds: row.timeoutSeconds,
    headerNames: Object.keys(headers),
    clientId: client?.id ?? null,
    choices: row.choices,
  };
};
