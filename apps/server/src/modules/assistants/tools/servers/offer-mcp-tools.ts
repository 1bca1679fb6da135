import type { AgentTool } from '@atelier/agents';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type McpBinding, type ToolOrigin, toolName } from '../calls/tool-binding.ts';
import { defaultTools } from '../default-tools.ts';
import type { McpRow } from '../tables.ts';
import { mcpRepository } from './repository.ts';

/** A tool of a server as an agent gets it. */
export interface OfferedMcpTool extends AgentTool {
  binding: McpBinding;
  origin: ToolOrigin;
}

/** The servers of an agent, each with those of its tools that the agent may use; without a list, all that the company chose. */
export interface McpReference {
  _id: string;
  tools?: readonly string[] | undefined;
}

const offerTool = (
  { id: mcpId, name: serverName, url, refusals }: McpRow,
  tool: McpRow['tools'][number],
  choice: NonNullable<McpRow['choices']>[number],
): Omit<OfferedMcpTool, 'name'> => ({
  title: `${serverName}: ${tool.title}`,
  description: tool.description,
  inputSchema: tool.inputSchema,
  effect: choice.effect,
  approval: choice.approval,
  isForeign: true,
  binding: { kind: 'MCP', mcpId, url, tool: tool.name },
  origin: { mcpId, tool: tool.name, refusedBy: refusals[tool.name]?.provider ?? null },
});

const ofServer = (row: McpRow, wanted: readonly string[] | undefined): Omit<OfferedMcpTool, 'name'>[] => {
  const choices = new Map((row.choices ?? []).map((choice) => [choice.name, choice]));
  return row.tools.flatMap((tool) => {
    const choice = choices.get(tool.name);
    const isWanted = wanted === undefined || wanted.includes(tool.name);
    return choice && isWanted && tool.problem === null ? [offerTool(row, tool, choice)] : [];
  });
};

/**
 * Returns the tools of servers, each with a name that begins with the name of its server and that no other tool has. Servers that are switched
 * off or exist no more are left out.
 */
export const offerMcpTools = async (
  tx: TxCtx,
  references: readonly McpReference[],
  taken: ReadonlySet<string>,
): Promise<OfferedMcpTool[]> => {
  const ids = references.map(({ _id }) => _id);
  const rows = new Map((await mcpRepository.listByIds(tx.db, ids)).map((row) => [row.id, row]));
  const names = new Set([...defaultTools.map(({ name }) => name), ...taken]);
  return references.flatMap(({ _id, tools }) => {
    const row = rows.get(_id);
    if (!row?.active) return [];
    return ofServer(row, tools).map((tool) => {
      const name = toolName([row.name, tool.binding.tool], names);
      names.add(name);
      return { ...tool, name };
    });
  });
};

/** Returns the names of servers by their ids. */
export const nameMcps = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await mcpRepository.listByIds(tx.db, ids)).map(({ id, name }) => [id, name]));
