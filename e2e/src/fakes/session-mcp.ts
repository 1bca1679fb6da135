import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Message {
  id?: number | string;
  method?: string;
  params?: { name?: string };
}

/** Something that a client did in a session. */
export interface SessionEvent {
  session: string;
  what: 'BEGIN' | 'CALL' | 'END';
}

const inputSchema = { type: 'object', properties: {} };
const tools = ['open', 'close'].map((name) => ({ name, description: `Does ${name}.`, inputSchema }));

/** An MCP server of revision 2025-11-25 on loopback that gives each client a session, and counts what is done in it. */
export const startSessionMcp = async () => {
  const events: SessionEvent[] = [];
  const countIn = (wanted: string): number =>
    events.filter(({ session, what }) => session === wanted && what === 'CALL').length;
  const resultOf = (message: Message, session: string): object | undefined => {
    if (message.method === 'tools/list') return { tools };
    if (message.method !== 'tools/call') return undefined;
    events.push({ session, what: 'CALL' });
    return { content: [{ type: 'text', text: `${message.params?.name} is call ${countIn(session)} here` }] };
  };
  const begin = (response: ServerResponse): object => {
    const session = crypto.randomUUID();
    events.push({ session, what: 'BEGIN' });
    response.setHeader('mcp-session-id', session);
    const serverInfo = { name: 'sessions', title: 'Sessions', version: '1' };
    return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const session = String(request.headers['mcp-session-id'] ?? '');
    const body = await text(request);
    if (request.method === 'DELETE') {
      events.push({ session, what: 'END' });
      return response.writeHead(204).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(body) as Message;
    const { id, method } = message;
    if (id === undefined) return response.writeHead(202).end();
    const result = method === 'initialize' ? begin(response) : resultOf(message, session);
    const error = { code: -32601, message: 'Unknown' };
    response.writeHead(result ? 200 : 404, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    events,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
