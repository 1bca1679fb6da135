import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoServer {
  address: string;
  /** The times at which each call with a key arrived, in milliseconds since 1970. */
  calls: ReadonlyMap<string, number[]>;
  /** The number of times that calls with a key had an effect. */
  effects: ReadonlyMap<string, number>;
  /** The body of the call with each key that had an effect. */
  bodies: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Starts an outside service that honours idempotency keys: a call with a known key gets the first reply and has no effect. */
export const startEcho = async (): Promise<EchoServer> => {
  const calls = new Map<string, number[]>();
  const effects = new Map<string, number>();
  const replies = new Map<string, string>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    calls.set(key, [...(calls.get(key) ?? []), Date.now()]);
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const known = replies.get(key);
      if (known === undefined) {
        replies.set(key, body);
        effects.set(key, (effects.get(key) ?? 0) + 1);
      }
      // The reply takes a moment, so that calls are in progress when a process is killed.
      setTimeout(() => response.end(known ?? body), 5 + Math.random() * 20);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    calls,
    effects,
    bodies: replies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
