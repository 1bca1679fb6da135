import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { ToolUse } from '../calls/make-call.ts';
import { hideInResult, type ToolResult } from '../calls/tool-outcome.ts';
import { callGivenTool } from './client/call-tool.ts';
import { explainFailure } from './client/explain-failure.ts';
import { noteRefusal } from './grants/note-refusal.ts';
import type { McpBinding } from './offer-mcp-tools.ts';
import { mcpRepository } from './repository.ts';
import type { McpRow } from './tables.ts';
import { type OpenTarget, openTarget, secretsOf } from './target.ts';

const unusable = (message: string): never => {
  throw new AppError('mcps.unreachable', undefined, { message });
};

/** Finds the server of a call. The model reads what is in the way, so that it can do something else. */
const findServer = async ({ ctx }: ToolUse, { mcpId, url }: McpBinding): Promise<McpRow> => {
  const row = await ctx.tx((tx) => mcpRepository.find(tx.db, mcpId));
  if (!row) return unusable('The MCP server of this tool was deleted. Do not call it again.');
  if (!row.active) unusable(`The MCP server “${row.name}” is switched off. Do not call it again.`);
  if (row.url !== url)
    unusable(
      `The address of the MCP server “${row.name}” was changed during this run. Do not call it again.`,
    );
  return row;
};

/** Stores how a server is, when that has changed. */
const noteHealth = async (ctx: Ctx, row: McpRow, problem: string | null): Promise<void> => {
  if (row.problem === problem && row.health !== 'UNKNOWN') return;
  const health = problem === null ? 'READY' : 'FAILING';
  await ctx.tx((tx) => mcpRepository.note(tx.db, row.id, { health, problem, checkedAt: tx.now() }));
};

/** Calls a tool of a server. Throws an error with a message that tells the model what to do. */
export const callMcpTool = async (
  binding: McpBinding,
  use: ToolUse & { personId: string | null },
): Promise<ToolResult> => {
  const { ctx, input, signal } = use;
  const row = await findServer(use, binding);
  const inputSchema = row.tools.find(({ name }) => name === binding.tool)?.inputSchema ?? {};
  const io = { fetch: ctx.services.outbound.fetch, timeoutMs: row.timeoutSeconds * 1000, signal };
  let target: OpenTarget | undefined;
  try {
    const opened = await openTarget(ctx, row, use);
    target = opened;
    const call = { tool: binding.tool, inputSchema: { ...inputSchema, type: 'object' as const }, input };
    const result = await hideInResult(secretsOf(opened), () => callGivenTool(opened, io, call));
    await noteHealth(ctx, row, null);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError)
      unusable(
        `The MCP server “${row.name}” cannot be used now. ${error.message} Go on without it, or say so.`,
      );
    const needed = await noteRefusal(ctx, target?.auth, error);
    if (needed !== undefined) return unusable(`The MCP server “${row.name}” refused. ${needed}`);
    const failure = explainFailure(error);
    if (!failure) throw error;
    const { kind, message } = failure;
    if (kind === 'ANSWER') return { output: message, text: message, isFailed: true };
    await noteHealth(ctx, row, message);
    const told = `The MCP server “${row.name}” cannot be used now. ${message} Go on without it, or say what is missing.`;
    throw new AppError(kind === 'REFUSED' ? 'mcps.refused' : 'mcps.unreachable', undefined, {
      ...{ cause: error, message: told },
    });
  }
};
