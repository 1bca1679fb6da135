import { createHash } from 'node:crypto';
import type { McpTool } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { PieceError } from '@atelier/pieces';
import {
  computeScopeUnion,
  InsufficientScopeError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { checkFit } from '../../flows/index.ts';
import type { ToolUse } from '../calls/make-call.ts';
import { keepFile } from '../calls/run-folder.ts';
import type { McpBinding } from '../calls/tool-binding.ts';
import { hideInResult, type ToolResult } from '../calls/tool-outcome.ts';
import type { McpRow } from '../tables.ts';
import { callGivenTool, type GivenData, type GivenResult, type KeepData } from './client/call-tool.ts';
import { explainFailure } from './client/explain-failure.ts';
import type { SessionKeeper } from './client/mcp-client.ts';
import { breakGrant } from './grants/fresh-grant.ts';
import type { GrantAuth } from './grants/grant-auth.ts';
import { grantRepository } from './grants/repository.ts';
import { readMcpText } from './read-mcp-text.ts';
import { mcpRepository } from './repository.ts';
import { isOutdated, orderRefresh } from './service/refresh-job.ts';
import { openSession, orderLeaving, sealSession } from './sessions/leave-servers.ts';
import { mcpSessionRepository, type SessionPlace } from './sessions/repository.ts';
import { listSecrets, type OpenTarget, openTarget } from './target.ts';

/** The sessions that calls of this process are beginning: the calls that one run makes at the same time share one. */
const beginnings = defineService({
  name: 'tools.mcp-session-beginnings',
  create: () => new Map<string, Promise<void>>(),
});

/** Keeps the session of a run at a server in the database, so that a run goes on with it in any process, and holds nothing while it waits. */
const keepSession = (ctx: Ctx, place: SessionPlace & { personId: string | null }): SessionKeeper => {
  const begun = ctx.use(beginnings);
  const key = `${ctx.tenantId} ${place.runId} ${place.mcpId}`;
  let release = (): void => undefined;
  const read = async (): Promise<string | undefined> => {
    const row = await ctx.tx((tx) => mcpSessionRepository.find(tx.db, place));
    return row && openSession(ctx, row);
  };
  return {
    // A call takes its turn before it reads. One that read first could be overtaken by the beginning of another call, and begin a second session.
    async take() {
      for (let other = begun.get(key); other; other = begun.get(key)) await other;
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.set(key, promise);
      release = () => {
        begun.delete(key);
        resolve();
      };
      try {
        const kept = await read();
        if (kept !== undefined) release();
        return kept;
      } catch (error) {
        release();
        throw error;
      }
    },
    async keep(id) {
      try {
        if (id !== undefined)
          await ctx.tx(async (tx) => {
            await mcpSessionRepository.keep(tx.db, { ...place, secret: sealSession(tx, place, id) });
            await orderLeaving(tx, place.runId, 'LATER');
          });
      } finally {
        release();
      }
    },
    async forget(id) {
      await ctx.tx(async (tx) => {
        const row = await mcpSessionRepository.find(tx.db, place);
        if (row && openSession(tx, row) === id) await mcpSessionRepository.remove(tx.db, place);
      });
    },
  };
};

/** The endings of names by type. Others get an ending that no program opens by itself. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/zip': 'zip',
  'text/csv': 'csv',
  'text/plain': 'txt',
};

const plainType = (mimeType: string): string => mimeType.split(';')[0]?.trim().toLowerCase() ?? '';

/** The same name at every attempt of a call, and another for each call, so that nothing takes the place of another file. */
const buildFileName = (
  tool: string,
  { key, nth }: { key: string; nth: number },
  { mimeType }: GivenData,
): string => {
  const call = createHash('sha256').update(key).digest('hex').slice(0, 6);
  const start = tool.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 60);
  return `${start}-${call}-${nth}.${endings[plainType(mimeType)] ?? 'bin'}`;
};

/** Keeps what a tool of a server returns besides text as files of the run. Where there is no run, or no room, it is left out and said so. */
const keepData =
  (tool: string, { ctx, key, folder }: ToolUse): KeepData =>
  async (given, nth) => {
    const bytes = Buffer.from(given.data, 'base64');
    const named = `${given.what} (${given.mimeType}, ${Math.ceil(bytes.length / 1024)} KB)`;
    if (!folder) return { told: `[${named} was left out, because only runs keep files.]` };
    try {
      const name = buildFileName(tool, { key, nth }, given);
      const file = await keepFile(ctx, folder, { name, mimeType: plainType(given.mimeType), bytes });
      return { told: `[${named} was kept as the file “${file.name}”, which people see.]`, file };
    } catch (error) {
      if (!(error instanceof PieceError)) throw error;
      return { told: `[${named} was left out. ${error.message}]` };
    }
  };

const longestScope = 2000;
const unspeakable = /[^\x21\x23-\x5b\x5d-\x7e ]/g;

/** True when a server refused a request twice: with the tokens that were there, and with new ones. */
const isRefused = (error: unknown): boolean =>
  error instanceof SdkHttpError && error.code === SdkErrorCode.ClientHttpAuthentication;

/**
 * Stores that a server refused an account, and returns what somebody has to do; undefined for other failures. When rights are missing, the next
 * authorization asks for them.
 */
const noteRefusal = async (
  ctx: Ctx,
  auth: GrantAuth | undefined,
  error: unknown,
): Promise<string | undefined> => {
  if (!auth) return undefined;
  const { row } = auth.used();
  if (error instanceof InsufficientScopeError) {
    const asked = (error.requiredScope ?? '').replace(unspeakable, '');
    const missingScope = (computeScopeUnion(row.missingScope, asked) ?? '').slice(0, longestScope);
    await ctx.tx((tx) => grantRepository.change(tx.db, row, { missingScope }));
    return `It needs more rights${asked === '' ? '' : ` (${asked})`}. Somebody has to choose Connect again under Tools → MCP servers.`;
  }
  if (!isRefused(error)) return undefined;
  return breakGrant(ctx, row, error).catch((broken: unknown) => {
    if (broken instanceof AppError) return broken.message;
    throw broken;
  });
};

/** Problems that the model is told at once. */
const mostProblems = 10;

const withoutStructure =
  '[The tool promises a result in a form that can be checked. It has no structured content. This is its text:]';

/**
 * Checks a result against the form that the tool promises. One that does not fit has failed, although the call was made; one that is text
 * alone is used, and says what is missing.
 */
const checkResult = async (
  ctx: Ctx,
  { result, outputSchema }: { result: GivenResult; outputSchema: McpTool['outputSchema'] | undefined },
  signal: AbortSignal,
): Promise<GivenResult> => {
  if (!outputSchema || result.isFailed) return result;
  const value = result.structured;
  if (value === undefined) return { ...result, text: `${withoutStructure}\n${result.text ?? ''}` };
  const problems = await checkFit(ctx, { schema: outputSchema, value }, signal);
  if (problems.length === 0) return result;
  const told = problems.slice(0, mostProblems).join(' ');
  const text = `The call was made, but its result does not have the form that the tool promises. ${told} Find out what happened before you make the call again.`;
  return { ...result, isFailed: true, text };
};

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
    const result = await hideInResult(listSecrets(opened), () => makeCall(row, opened, binding, use));
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
