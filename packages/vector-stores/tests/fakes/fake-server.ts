import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';

export interface FakeRequest {
  method: string;
  /** The path without the query, split at its slashes. */
  path: readonly string[];
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
  /** Parses the body as JSON by a schema. */
  read<T>(shape: z.ZodType<T>): T;
}

export interface FakeReply {
  status?: number;
  json?: unknown;
  headers?: Record<string, string>;
}

export type FakeHandler = (request: FakeRequest) => FakeReply;

export interface FakeServer {
  url: string;
  port: number;
  /** Answers every request with this reply, until it is called with undefined. */
  failWith(reply: FakeReply | undefined): void;
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
};

const requestOf = async (request: IncomingMessage): Promise<FakeRequest> => {
  const url = new URL(request.url ?? '/', 'http://fake');
  const text = await bodyOf(request);
  return {
    method: request.method ?? 'GET',
    path: url.pathname.split('/').filter(Boolean).map(decodeURIComponent),
    query: url.searchParams,
    headers: request.headers,
    text,
    read: (shape) => shape.parse(JSON.parse(text)),
  };
};

/** Starts a server on loopback that replies with the results of `handle`. */
export const startFakeServer = async (handle: FakeHandler): Promise<FakeServer> => {
  let failure: FakeReply | undefined;
  const server = createServer((request, response) => {
    const answer = async () => {
      const { status = 200, json = {}, headers = {} } = failure ?? handle(await requestOf(request));
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(json));
    };
    answer().catch((error: Error) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: error.message }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failWith: (reply) => {
      failure = reply;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
