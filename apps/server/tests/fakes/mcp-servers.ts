import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '../free-port.ts';

const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

const answers = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Starts the official reference server, which speaks revision 2025-11-25. */
export const startEverything = async () => {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  const origin = `http://localhost:${port}`;
  for (let tries = 0; tries < 200 && !(await answers(origin)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    origin,
    url: `${origin}/mcp`,
    close: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
};

interface Message {
  id?: number | string;
  method?: string;
  params?: { name?: string; arguments?: Record<string, unknown>; cursor?: string };
}

/** How a server answers: with a result, with an error, or by itself. */
type Reply =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { send: (response: ServerResponse) => void }
  | Beginning;

/** What a server says when somebody begins, in addition to its name. */
interface Beginning {
  session?: string;
  capabilities?: object;
}

export interface Seen {
  method: string;
  headers: IncomingMessage['headers'];
  message: Message;
  /** The body as it arrived. */
  text: string;
}

const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'fake', title: 'Fake server', version: '1' },
};

const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Answers the beginning of a session. Servers whose test says nothing about it have none. */
const begin = (response: ServerResponse, id: string | number, made: Reply): void => {
  const isSilent = 'result' in made || 'error' in made || 'send' in made;
  const { session, capabilities = initialized.capabilities }: Beginning = isSilent ? {} : made;
  const result = { ...initialized, capabilities };
  const headers = session === undefined ? {} : { 'mcp-session-id': session };
  sendJson(response, 200, { jsonrpc: '2.0', id, result }, headers);
};

export type McpReply = (message: Message, headers: IncomingMessage['headers']) => Reply;

/** Starts a server of revision 2025-11-25 that answers the calls of tools, and lists of tools, as a test says. */
export const startMcpServer = async (reply: McpReply) => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      const message = (body === '' ? {} : JSON.parse(body)) as Message;
      seen.push({ method: request.method ?? '', headers: request.headers, message, text: body });
      const { id, method } = message;
      if (request.method !== 'POST') return response.writeHead(405).end();
      if (id === undefined) return response.writeHead(202).end();
      if (method === 'server/discover')
        return sendJson(response, 404, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown' } });
      const made = reply(message, request.headers);
      if (method === 'initialize') return begin(response, id, made);
      if ('send' in made) return made.send(response);
      return sendJson(response, 200, { jsonrpc: '2.0', id, ...made });
    };
    void answer();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}/mcp`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
