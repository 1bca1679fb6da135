import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { OddRequest } from './odd-request.ts';

export interface OddAnswer {
  status: number;
  type: string;
  text: string;
  milliseconds: number;
}

const readWhole = async (message: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
};

/**
 * Sends a request. Returns undefined if the client closed the connection before the reply ended. Throws if no complete reply came in time.
 */
export const sendOdd = (
  origin: string,
  { method, path, headers, body, leavesAfter }: OddRequest,
  { agent, deadlineMs }: { agent: Agent; deadlineMs: number },
): Promise<OddAnswer | undefined> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const { hostname, port } = new URL(origin);
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = httpRequest({ hostname, port, path, method, agent, headers: { ...headers, ...length } });
    const leave = (settle: () => void) => {
      settle();
      sent.destroy();
    };
    const deadline = setTimeout(
      () => leave(() => reject(new Error(`no whole answer within ${deadlineMs} ms`))),
      deadlineMs,
    );
    const leaving =
      leavesAfter === undefined ? undefined : setTimeout(() => leave(() => resolve(undefined)), leavesAfter);
    const end = (settle: () => void) => {
      clearTimeout(deadline);
      clearTimeout(leaving);
      settle();
    };
    sent.on('error', (error) => end(() => reject(error)));
    sent.on('response', (message) => {
      readWhole(message).then(
        (text) =>
          end(() =>
            resolve({
              status: message.statusCode ?? 0,
              type: message.headers['content-type'] ?? '',
              text,
              milliseconds: performance.now() - since,
            }),
          ),
        (error: unknown) => end(() => reject(error as Error)),
      );
    });
    sent.end(body);
  });
