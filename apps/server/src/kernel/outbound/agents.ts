import type { Socket } from 'node:net';
import { Agent, buildConnector, ProxyAgent } from 'undici';
import type { AddressCheck } from './address-check.ts';

/** The longest time for which a socket is not read, in milliseconds. Answers of models are sent on at the same pace. */
const restMs = 40;
/** The number of pieces that are read as soon as they arrive, before the socket begins to rest. */
const readAtOnce = 3;
/** Pieces that arrive within this time follow one another. It is longer than a rest, at whose end a piece may take a moment to arrive. */
const longestGapMs = 45;
/** A socket that brings this much at a time is read without a rest. */
const largePiece = 16 * 1024;

/** The sockets that rest. They are read again together, so that one turn of the event loop serves all of them. */
const resting = new Set<() => void>();
const readAll = (): void => {
  const reads = [...resting];
  resting.clear();
  for (const read of reads) read();
};
const addResting = (read: () => void): void => {
  if (resting.size === 0) setTimeout(readAll, restMs);
  resting.add(read);
};

/** The methods through which a socket is read and written; their declared types differ from call to call. */
interface Methods {
  push(piece: Buffer | null, encoding?: BufferEncoding): boolean;
  _read(size: number): void;
  write(...given: unknown[]): boolean;
}
const methodsOf = (socket: Socket): Methods => socket as unknown as Methods;

/**
 * Lets a socket rest between pieces that arrive one right after the other, such as the tokens of a model. Node reads each piece as soon as it
 * is there, which costs more than all that is done with a token. What arrives during a rest is read as one piece. The first pieces of an
 * answer and those after a pause are read at once, and a request ends a rest.
 */
export const restBetweenPieces = (socket: Socket): void => {
  const methods = methodsOf(socket);
  const push = methods.push.bind(socket);
  const read = methods._read.bind(socket);
  const write = methods.write.bind(socket);
  let inSuccession = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isResting = false;
  let wanted: number | undefined;

  const goOn = (): void => {
    isResting = false;
    const size = wanted;
    wanted = undefined;
    if (size !== undefined && !socket.destroyed) read(size);
  };
  const needsRest = ({ length }: Buffer): boolean => {
    const now = performance.now();
    inSuccession = now - lastAt < longestGapMs && length < largePiece ? inSuccession + 1 : 0;
    lastAt = now;
    return inSuccession >= readAtOnce;
  };

  methods.push = (piece, encoding) => {
    if (piece === null || isResting || !needsRest(piece)) return push(piece, encoding);
    isResting = true;
    addResting(goOn);
    push(piece, encoding);
    // This is what makes Node stop reading until `_read` is called.
    return false;
  };
  methods._read = (size) => {
    if (isResting) wanted = size;
    else read(size);
  };
  methods.write = (...given) => {
    lastAt = Number.NEGATIVE_INFINITY;
    if (resting.delete(goOn)) goOn();
    return write(...given);
  };
};

const CONNECT_MS = 10_000;

const buildTimeouts = (idleMs: number) => ({
  headersTimeout: idleMs,
  bodyTimeout: idleMs,
  keepAliveTimeout: 10_000,
});

/** Opens connections to checked addresses only. */
export const createAgent = (check: AddressCheck, idleMs: number): Agent => {
  const connectTo = (port: number) =>
    buildConnector({ lookup: check.lookupFor(port), timeout: CONNECT_MS, autoSelectFamily: true });
  const connectors = new Map<number, ReturnType<typeof buildConnector>>();
  return new Agent({
    ...buildTimeouts(idleMs),
    connect: (options, callback) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      try {
        check.checkLiteral(options.hostname, port);
      } catch (error) {
        return callback(error instanceof Error ? error : new Error(String(error)), null);
      }
      const connector = connectors.get(port) ?? connectTo(port);
      connectors.set(port, connector);
      return connector(options, (...connected) => {
        const [, socket] = connected;
        if (socket) restBetweenPieces(socket);
        callback(...connected);
      });
    },
  });
};

/** Opens a tunnel through the operator's proxy for each host, also for plain HTTP, so that the proxy is asked for hosts and ports alone. */
export const createProxyAgent = (proxy: string, idleMs: number): ProxyAgent =>
  new ProxyAgent({
    uri: proxy,
    ...buildTimeouts(idleMs),
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_MS },
    requestTls: { timeout: CONNECT_MS },
  });
