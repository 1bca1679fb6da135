import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody } from './connection-limits.ts';

/** A body of at most this many bytes is read to its end although nobody wants it, so that its connection can be used again. */
const mostKeptBytes = 64 * 1024;

interface Patience {
  /** The longest time for which the rest of a body is read after its answer, in milliseconds. */
  mostMs: number;
  /** A caller that sends nothing for this long has stopped. */
  pauseMs: number;
}

/** As long as nginx waits for a client that is still writing. */
const usualPatience: Patience = { mostMs: 30_000, pauseMs: 5_000 };

const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= mostKeptBytes;

/** Waits until a body that is being dropped has ended, or its caller has gone, stopped or used up the patience. */
const awaitEnd = async (raw: IncomingMessage, { mostMs, pauseMs }: Patience): Promise<void> => {
  const ended = new AbortController();
  void finished(raw, { writable: false })
    .catch(() => undefined)
    .then(() => ended.abort());
  const last = performance.now() + mostMs;
  for (let bytes = -1; !ended.signal.aborted && performance.now() < last; ) {
    if (raw.socket.bytesRead === bytes) return;
    bytes = raw.socket.bytesRead;
    await setTimeout(pauseMs, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
  }
};

async function* thenAwaitEnd(answer: string | Buffer, raw: IncomingMessage, patience: Patience) {
  yield answer;
  await awaitEnd(raw, patience);
}

/**
 * Drops what nobody will read of the body of a request, so that it does not block its connection, and returns what to send. The connection of
 * a long body is closed after it, but only once the caller has written everything: closed earlier, many callers would report a broken
 * connection, and never read the answer.
 */
export const finishBody = (
  { raw }: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  patience = usualPatience,
): unknown => {
  if (!hasBody(raw) || raw.readableEnded) return answer;
  raw.unpipe();
  raw.resume();
  if (raw.complete) return answer;
  if (!isShort(raw)) reply.header('connection', 'close');
  const isWhole = typeof answer === 'string' || Buffer.isBuffer(answer);
  if (!isWhole || reply.getHeader('connection') !== 'close') return answer;
  // With its length, the caller has the whole answer although the response goes on.
  reply.header('content-length', Buffer.byteLength(answer));
  return Readable.from(thenAwaitEnd(answer, raw, patience));
};

/** Applies `finishBody` to every answer. */
export const finishBodies = (app: FastifyInstance, patience?: Patience): void => {
  app.addHook('onSend', (request, reply, answer, done) =>
    done(null, finishBody(request, reply, answer, patience)),
  );
};
