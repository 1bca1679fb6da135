import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConnectorIo, ReadEnd, SourceEvent } from '../src/index.ts';
import { openIo } from './databases/io.ts';

/** A received request with its body. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface AnsweringServer {
  origin: string;
  asked: Asked[];
  /** Answers requests; a test replaces it. */
  answer: (asked: Asked, response: ServerResponse) => void;
  /** Network functions without checks. */
  io: ConnectorIo;
  close(): Promise<void>;
}

export const startAnsweringServer = async (
  signal = new AbortController().signal,
): Promise<AnsweringServer> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const asked = { method, path: url, headers, body: Buffer.concat(parts).toString() };
      answering.asked.push(asked);
      answering.answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answering: AnsweringServer = {
    origin: `http://127.0.0.1:${port}`,
    asked: [],
    answer: (_asked, response) => response.end(),
    io: openIo(signal),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return answering;
};

/** Answers with JSON. */
export const json =
  (value: unknown, headers: Record<string, string> = {}) =>
  (_asked: Asked, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Reads a source to its end, and returns all events and how it ended. */
export const readAll = async (
  reading: AsyncGenerator<SourceEvent, ReadEnd>,
): Promise<{ events: SourceEvent[]; end: ReadEnd }> => {
  const events: SourceEvent[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) return { events, end: value };
    events.push(value);
  }
};

/** Returns the documents in the events: id, name and text. */
export const documentsIn = (events: readonly SourceEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'item'
      ? [`${event.item.externalId} | ${event.item.name} | ${new TextDecoder().decode(event.item.file.bytes)}`]
      : [],
  );
