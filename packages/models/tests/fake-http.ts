import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { asRecord } from '../src/read-json.ts';

/** A request as a fake provider received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  /** True when the caller closed the connection before the reply was complete. */
  wasAborted: boolean;
}

export interface FakeServer {
  /** The address without a path, such as `http://127.0.0.1:4321`. */
  origin: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

export type Handler = (request: ReceivedRequest, response: ServerResponse) => Promise<void> | void;

/** Starts a server on loopback that records the requests it receives. With `port` 0 it takes a free one. */
export const startFakeServer = async (handler: Handler, port = 0): Promise<FakeServer> => {
  const requests: ReceivedRequest[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(incoming);
    requests.push(received);
    if (requests.length > 1_000) requests.shift();
    response.on('close', () => {
      received.wasAborted = !response.writableFinished;
    });
    await handler(received, response);
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => {
        server.close(() => done());
      });
    },
  };
};

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const receive = async (incoming: IncomingMessage): Promise<ReceivedRequest> => {
  const bytes = await buffer(incoming);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: await readBody(bytes, incoming.headers['content-type'] ?? ''),
    wasAborted: false,
  };
};

/** Parses the body as JSON or as a form, in which a file is a field too. */
const readBody = async (bytes: Buffer, type: string): Promise<Record<string, unknown>> => {
  if (!type.startsWith('multipart/form-data')) return asRecord(parseJson(bytes.toString('utf8'))) ?? {};
  return Object.fromEntries(
    await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } }).formData(),
  );
};

export const sendJson = (
  response: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** Writes, and waits while the buffer is full, so that a slow reader slows the fake down. Returns false once the reader is gone. */
export const write = async (response: ServerResponse, text: string): Promise<boolean> => {
  if (response.destroyed) return false;
  if (response.write(text)) return true;
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
  return !response.destroyed;
};

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
