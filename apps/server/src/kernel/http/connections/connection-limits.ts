import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { callerKey } from '../../rate-limit/rate-limit.ts';

/** The time in which a caller must send the headers of a request. It also applies to connections that never send one. */
export const headersTimeoutMs = 20_000;
/** The interval at which connections and bodies are checked, in milliseconds. */
export const checkMs = 5_000;
/** The most connections of a process. More would leave no file handles and memory for the requests themselves. */
const mostConnections = 10_000;
const retryAfterSeconds = 10;

export interface BodyRules {
  /** The window in which a body must bring at least `leastBytes`: 1 KiB a second, a hundredth of a slow phone connection. */
  windowMs: number;
  leastBytes: number;
  checkMs: number;
  /** The most unfinished bodies of one address at the same time; a browser sends six. */
  mostPerAddress: number;
}

export const bodyRules: BodyRules = {
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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
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
