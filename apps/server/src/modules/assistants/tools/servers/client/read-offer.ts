import { leftOutKey, type ReadMcpTool, readingKey } from '@atelier/agents/tools';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { type McpIo, type McpTarget, withMcpClient } from './mcp-client.ts';

/** The tools and prompts of a server, as it describes itself. */
export interface GivenOffer {
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
const readingOf = ({ _meta }: Tool): ReadMcpTool[] => {
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
    tools: tools.flatMap(readingOf),
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
