import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface Heard {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** True when the request went over a connection on which another one was answered before. */
  isReused: boolean;
  ms: number;
}

const mostMs = 10_000;

/** A client that has one connection, on which it sends its requests one after the other, as a proxy does. */
export const openConnection = (origin: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: ({ method, path, headers = {}, body }: Sent): Promise<Heard> =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
        const options = { agent, method, headers: { ...headers, ...length }, timeout: mostMs };
        const call = request(new URL(path, origin), options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          response.on('error', reject).on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              isReused: call.reusedSocket,
              ms: performance.now() - began,
            }),
          );
        });
        call.on('timeout', () => call.destroy(new Error(`no answer within ${mostMs} ms`)));
        call.on('error', reject);
        call.end(body);
      }),
    close: () => agent.destroy(),
  };
};
