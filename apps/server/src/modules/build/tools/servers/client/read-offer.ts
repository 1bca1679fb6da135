import type { Client, Tool } from '@modelcontextprotocol/client';
import { type McpIo, type McpTarget, withMcpClient } from './mcp-client.ts';

/** What a server offers, as it describes itself. */
export interface GivenOffer {
  serverName: string;
  revision: string;
  tools: Tool[];
}

const listTools = async (client: Client, { timeoutMs, signal }: McpIo): Promise<Tool[]> => {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  return (await client.listTools(undefined, { timeout: timeoutMs, signal })).tools;
};

/** Asks a server who it is and which tools it has. Throws what `withMcpClient` throws. */
export const readGivenOffer = (target: McpTarget, io: McpIo): Promise<GivenOffer> =>
  withMcpClient({ ...target, revision: '' }, io, async (client) => {
    const { name = '', title } = client.getServerVersion() ?? {};
    const tools = await listTools(client, io);
    return { serverName: title ?? name, revision: client.getNegotiatedProtocolVersion() ?? '', tools };
  });
