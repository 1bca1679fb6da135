import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { ToolUse } from '../calls/make-call.ts';
import { hideInResult, type ToolResult } from '../calls/tool-outcome.ts';
import { checkResult } from './check-result.ts';
import { callGivenTool } from './client/call-tool.ts';
import { explainFailure } from './client/explain-failure.ts';
import { noteRefusal } from './grants/note-refusal.ts';
import { keepData } from './keep-data.ts';
import type { McpBinding } from './offer-mcp-tools.ts';
import { readMcpText } from './read-mcp-text.ts';
import { mcpRepository } from './repository.ts';
import { isOutdated, orderRefresh } from './service/refresh-job.ts';
import { keepSession } from './sessions/keep-session.ts';
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

interface McpUse extends ToolUse {
  /** The run that makes the call. */
  runId: string;
  /** The member for whom the agent works, if it is one. */
  personId: string | null;
}

/** Stores how a server is, when that has changed. */
const noteHealth = async (ctx: Ctx, row: McpRow, problem: string | null): Promise<void> => {
  if (row.problem === problem && row.health !== 'UNKNOWN') return;
  const health = problem === null ? 'READY' : 'FAILING';
  await ctx.tx((tx) => mcpRepository.note(tx.db, row.id, { health, problem, checkedAt: tx.now() }));
};

/** Makes the call in the session of the run, and hears whether the server has other tools now. */
const makeCall = async (
  row: McpRow,
  target: OpenTarget,
  binding: McpBinding,
  use: McpUse,
): Promise<ToolResult> => {
  const { ctx, input, signal, runId, personId } = use;
  const tool = row.tools.find(({ name }) => name === binding.tool);
  let isOther = false;
  const io = {
    ...{ fetch: ctx.services.outbound.fetch, timeoutMs: row.timeoutSeconds * 1000, signal },
    readMessage: (text: string) => readMcpText(ctx, text, signal),
    sessions: keepSession(ctx, {
      runId,
      mcpId: row.id,
      personId: row.sharing === 'PERSON' ? personId : null,
    }),
    onToolsChanged: () => {
      isOther = true;
    },
  };
  const inputSchema = { ...tool?.inputSchema, type: 'object' as const };
  const call = { tool: binding.tool, inputSchema, input, keep: keepData(binding.tool, use) };
  const result = await callGivenTool(target, io, call);
  if (isOther || isOutdated(row, ctx.now())) await ctx.tx((tx) => orderRefresh(tx, row, personId));
  const {
    structured: _,
    files,
    ...checked
  } = await checkResult(ctx, { result, outputSchema: tool?.outputSchema }, signal);
  return files.length === 0 ? checked : { ...checked, output: { result: checked.output, files } };
};

/** Calls a tool of a server. Throws an error with a message that tells the model what to do. */
export const callMcpTool = async (binding: McpBinding, use: McpUse): Promise<ToolResult> => {
  const { ctx, signal } = use;
  const row = await findServer(use, binding);
  let target: OpenTarget | undefined;
  try {
    const opened = await openTarget(ctx, row, use);
    target = opened;
    const result = await hideInResult(secretsOf(opened), () => makeCall(row, opened, binding, use));
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
    if (kind === 'ANSWER') {
      // It may not have this tool any more, or may want other arguments now.
      await ctx.tx((tx) => orderRefresh(tx, row, use.personId));
      return { output: message, text: message, isFailed: true };
    }
    await noteHealth(ctx, row, message);
    const told = `The MCP server “${row.name}” cannot be used now. ${message} Go on without it, or say what is missing.`;
    throw new AppError(kind === 'REFUSED' ? 'mcps.refused' : 'mcps.unreachable', undefined, {
      ...{ cause: error, message: told },
    });
  }
};
