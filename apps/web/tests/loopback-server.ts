/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (request: SeenRequest, response: ServerResponse) => void;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

interface HappyDom {
  happyDOM: { setURL: (url: string) => void };
}

/** Sets the address of the page without loading it. */
export const standAt = (url: string): void => (window as unknown as HappyDom).happyDOM.setURL(url);

/** Starts a server on loopback that answers as the test says. It has the origin of the page. */
export const startLoopbackServer = async () => {
  const seen: SeenRequest[] = [];
  let answer: Answer = (_request, response) => response.end();
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    void bodyOf(incoming).then((body) => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body,
      };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  standAt(`${origin}/`);
  return {
    origin,
    seen,
    answerWith: (next: Answer) => {
      answer = next;
    },
    /** Answers with an envelope of the product. */
    answerEnvelope: (envelope: Record<string, unknown>) => {
      answer = (_request, response) => {
        response.writeHead(Number(envelope.responseCode), { 'content-type': 'application/json' });
        response.end(JSON.stringify({ requestId: 'req_test', ...envelope }));
      };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export type LoopbackServer = Awaited<ReturnType<typeof startLoopbackServer>>;
