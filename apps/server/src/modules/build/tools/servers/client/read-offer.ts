import type { Client, Tool } from '@modelcontextprotocol/client';
import { type McpIo, type McpTarget, withMcpClient } from './mcp-client.ts';

/** What a server offers, as it describes itself. */
export interface GivenOffer {
  serverName: string;
  revision: string;
  tools: Tool[];
  /** Milliseconds for which the list counts as current; null when the server says nothing, as in revisions before 2026-07-28. */
  ttlMs: number | null;
}

const listTools = async (
  client: Client,
  { timeoutMs, signal }: McpIo,
): Promise<Pick<GivenOffer, 'tools' | 'ttlMs'>> => {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], ttlMs: null };
  const { tools, ttlMs } = await client.listTools(undefined, { timeout: timeoutMs, signal });
  return { tools, ttlMs: typeof ttlMs === 'number' && Number.isFinite(ttlMs) ? ttlMs : null };
};

/** Asks a server who it is and which tools it has. Throws what `withMcpClient` throws. */
export const readGivenOffer = (target: McpTarget, io: McpIo): Promise<GivenOffer> =>
  withMcpClient({ ...target, revision: '' }, io, async (client) => {
    const { name = '', title } = client.getServerVersion() ?? {};
    const revision = client.getNegotiatedProtocolVersion() ?? '';
    return { serverName: title ?? name, revision, ...(await listTools(client, io)) };
  });
