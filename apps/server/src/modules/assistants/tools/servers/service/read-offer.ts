import { leftOutKey, type ReadMcpTool, readingKey } from '@atelier/agents/tools';
import { type McpOffer, type McpTool, mostMcpTools } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { calledFailure } from '../../../../../kernel/outbound/called-failure.ts';
import { explainFailure } from '../client/explain-failure.ts';
import { type McpIo, type McpTarget, withMcpClient } from '../client/mcp-client.ts';
import { readMcpText } from '../read-mcp-text.ts';

/** The tools and prompts of a server, as it describes itself. */
interface GivenOffer {
  serverName: string;
  revision: string;
  /** Its tools as they were read. */
  tools: ReadMcpTool[];
  /** Tools that were not read, because there are too many. */
  leftOut: number;
  /** Milliseconds for which the list counts as current; null when the server says nothing, as in revisions before 2026-07-28. */
  ttlMs: number | null;
}

/** The reader of messages notes its findings about a tool at the tool. */
const readMcpTools = ({ _meta }: Tool): ReadMcpTool[] => {
  const found = _meta?.[readingKey];
  return typeof found === 'string' ? [readJson(found) as ReadMcpTool] : [];
};

const leftOutIn = (tools: readonly Tool[]): number =>
  tools.reduce((sum, { _meta }) => sum + Number(_meta?.[leftOutKey] ?? 0), 0);

const listTools = async (
  client: Client,
  { timeoutMs, signal }: McpIo,
): Promise<Pick<GivenOffer, 'tools' | 'leftOut' | 'ttlMs'>> => {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: 0, ttlMs: null };
  const { tools, ttlMs } = await client.listTools(undefined, { timeout: timeoutMs, signal });
  return {
    tools: tools.flatMap(readMcpTools),
    leftOut: leftOutIn(tools),
    ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) ? ttlMs : null,
  };
};

/** Asks a server who it is and which tools it has. Throws what `withMcpClient` throws. */
export const readGivenOffer = (target: McpTarget, io: McpIo): Promise<GivenOffer> =>
  withMcpClient({ ...target, revision: '' }, io, async (client) => {
    const { name = '', title } = client.getServerVersion() ?? {};
    const revision = client.getNegotiatedProtocolVersion() ?? '';
    return { serverName: title ?? name, revision, ...(await listTools(client, io)) };
  });

/** The longest time in milliseconds of reading the tools of a server. */
export const offerMs = 30_000;

/** A list of tools counts as current for a day at most. */
const longestTtlMs = 24 * 3600 * 1000;

/** Throws `mcps.address_invalid` for what is no address of the web. */
export const checkAddress = (url: string): void => {
  const { protocol, username, password } = URL.parse(url) ?? {};
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '') fail('mcps.address_invalid');
};

/** Turns what a client threw into an error with a message for people. */
export const asAppError = (cause: unknown): AppError => {
  if (cause instanceof AppError) return cause;
  const failure = explainFailure(cause);
  const message = failure?.message ?? 'The server could not be used for a reason that is not known.';
  const failed = failure?.kind === 'REFUSED' ? 'mcps.refused' : 'mcps.unreachable';
  return calledFailure(cause, { failed, refused: 'mcps.address_invalid', message });
};

/** Asks a server for its tools and reads them in a thread. Throws `mcps.address_invalid`, `mcps.unreachable` and `mcps.refused`. */
export const readOffer = async (ctx: Ctx, target: McpTarget): Promise<McpOffer> => {
  const signal = AbortSignal.timeout(offerMs);
  try {
    const { fetch } = ctx.services.outbound;
    const readMessage = (text: string) => readMcpText(ctx, text, signal);
    const io = { fetch, readMessage, timeoutMs: offerMs, signal };
    const { tools, leftOut, ttlMs, serverName, revision } = await readGivenOffer(target, io);
    // Pages may name a tool twice; the first counts.
    const byName = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
    const named = tools.filter((tool) => byName.get(tool.name) === tool);
    const read = named.slice(0, mostMcpTools);
    return {
      serverName: serverName.slice(0, 200),
      revision: revision.slice(0, 40),
      tools: read as McpTool[],
      leftOut: leftOut + named.length - read.length,
      toolsTtlMs: ttlMs === null ? null : Math.round(Math.min(Math.max(0, ttlMs), longestTtlMs)),
    };
  } catch (error) {
    throw asAppError(error);
  }
};
