import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { callerKey } from '../../rate-limit/rate-limit.ts';

/** The time in which a caller must send the headers of a request. It also applies to connections that never send one. */
export const headersTimeoutMs = 20_000;
/** The interval at which connections and bodies are checked, in milliseconds. */
export const checkMs = 5_000;
/** The most connections of a process. More would leave no file handles and memory for the requests themselves. */
const mostConnections = 10_000;
const retryAfterSeconds = 10;

interface BodyRules {
  /** The window in which a body must bring at least `leastBytes`: 1 KiB a second, a hundredth of a slow phone connection. */
  windowMs: number;
  leastBytes: number;
  checkMs: number;
  /** The most unfinished bodies of one address at the same time; a browser sends six. */
  mostPerAddress: number;
}

const bodyRules: BodyRules = {
  windowMs: 30_000,
  leastBytes: 30 * 1024,
  checkMs,
  mostPerAddress: 64,
};

/** A body that has not arrived completely, and its size when its window began. */
interface Arriving {
  raw: IncomingMessage;
  bytes: number;
  since: number;
}

const isOver = ({ raw }: Arriving): boolean => raw.complete || raw.socket.destroyed;

/** True when the caller is too slow. While bytes wait for the server to read them, the server is slow, and the window begins again. */
const isTooSlow = (body: Arriving, now: number, { windowMs, leastBytes }: BodyRules): boolean => {
  const { bytesRead } = body.raw.socket;
  const isWaitingForUs = body.raw.readableLength > 0;
  if (!isWaitingForUs && now - body.since < windowMs) return false;
  const tooSlow = !isWaitingForUs && bytesRead - body.bytes < leastBytes;
  body.bytes = bytesRead;
  body.since = now;
  return tooSlow;
};

/** Returns the bytes that a body lacks by now; negative when it is ahead. */
const lacking = ({ raw, bytes, since }: Arriving, now: number, { windowMs, leastBytes }: BodyRules): number =>
  ((now - since) / windowMs) * leastBytes - (raw.socket.bytesRead - bytes);

/** Returns the slowest of the bodies that are slower than they may be, once they had the time of a check; undefined when none is. */
const slowest = (bodies: Iterable<Arriving>, rules: BodyRules): Arriving | undefined => {
  const now = performance.now();
  const late = [...bodies].filter(
    (body) =>
      now - body.since >= rules.checkMs && body.raw.readableLength === 0 && lacking(body, now, rules) > 0,
  );
  return late.sort((a, b) => lacking(b, now, rules) - lacking(a, now, rules))[0];
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Closes connections whose bodies arrive too slowly, even when the request was already answered, and refuses more simultaneous bodies than
 * one address needs, unless one of them is slow, which makes room. There is no deadline for a whole body, so a large upload over a slow line can finish.
 */
export const limitBodies = (app: FastifyInstance, rules: BodyRules = bodyRules): void => {
  const arriving = new Map<string, Set<Arriving>>();
  const drop = (key: string, bodies: Set<Arriving>, body: Arriving): void => {
    bodies.delete(body);
    if (bodies.size === 0) arriving.delete(key);
  };
  const look = (key: string, bodies: Set<Arriving>): void => {
    const now = performance.now();
    for (const body of bodies) {
      if (isOver(body)) drop(key, bodies, body);
      else if (isTooSlow(body, now, rules)) body.raw.socket.destroy();
    }
  };
  const timer = setInterval(() => {
    for (const [key, bodies] of arriving) look(key, bodies);
  }, rules.checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw, ip }, reply) => {
    if (!hasBody(raw) || raw.complete) return;
    const key = callerKey(ip);
    const bodies = arriving.get(key) ?? new Set<Arriving>();
    if (bodies.size >= rules.mostPerAddress) look(key, bodies);
    const slow = bodies.size >= rules.mostPerAddress ? slowest(bodies, rules) : undefined;
    if (slow) {
      slow.raw.socket.destroy();
      bodies.delete(slow);
    }
    if (bodies.size >= rules.mostPerAddress) {
      reply.header('connection', 'close');
      throw new AppError('request.too_many_bodies', { retryAfterSeconds });
    }
    arriving.set(key, bodies.add({ raw, bytes: raw.socket.bytesRead, since: performance.now() }));
  });
};

interface ConnectionRules {
  /** 0 for no limit. */
  perAddress: number;
  /** Behind a proxy every connection has the address of the proxy, so they are not counted by address. */
  isBehindProxy: boolean;
}

/** Refuses connections above the limit of the process or of one address. */
export const limitConnections = (app: FastifyInstance, rules: ConnectionRules): void => {
  const held = new Map<string, number>();
  app.server.maxConnections = mostConnections;
  if (rules.perAddress === 0 || rules.isBehindProxy) return;
  app.server.on('connection', (socket: Socket) => {
    const key = callerKey(socket.remoteAddress ?? '');
    const count = (held.get(key) ?? 0) + 1;
    held.set(key, count);
    socket.once('close', () => {
      const left = (held.get(key) ?? 1) - 1;
      if (left === 0) held.delete(key);
      else held.set(key, left);
    });
    if (count > rules.perAddress) socket.destroy();
  });
};

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
