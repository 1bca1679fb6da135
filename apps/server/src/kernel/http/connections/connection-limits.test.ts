import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { finishBodies, limitBodies, limitConnections } from './connection-limits.ts';

const rules = { windowMs: 600, leastBytes: 1000, checkMs: 100, mostPerAddress: 8 };

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close();
});

/** Starts a server whose `/take` reads its body, whose `/doze` begins to read it late, and whose `/refuse` answers without reading it. */
const serve = async (prepare: (app: FastifyInstance) => void): Promise<number> => {
  const app = fastify({
    http: { headersTimeout: 500, connectionsCheckingInterval: 100 },
    bodyLimit: 2 ** 26,
  });
  prepare(app);
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const count = async (body: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const part of body) bytes += part.length;
    return { bytes };
  };
  app.post('/take', ({ raw }) => count(raw));
  app.post('/doze', async ({ raw }) => {
    await sleep(2500);
    return count(raw);
  });
  app.post('/refuse', { onRequest: async (_request, reply) => reply.status(401).send({}) }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  opened.push(app);
  return (app.server.address() as AddressInfo).port;
};

interface Caller {
  socket: Socket;
  answer: () => string;
  isOpen: () => boolean;
}

const dial = async (port: number): Promise<Caller> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => {
    answer += data.toString();
  });
  socket.on('error', () => undefined);
  opened.push({ close: () => socket.destroy() });
  await once(socket, 'connect');
  return { socket, answer: () => answer, isOpen: () => !socket.destroyed && !socket.readableEnded };
};

const begin = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends a byte at intervals until the connection is closed or the time is over. */
const drip = async ({ socket, isOpen }: Caller, path: string, forMs: number): Promise<void> => {
  socket.write(begin(path, 100_000));
  const until = Date.now() + forMs;
  while (isOpen() && Date.now() < until) {
    socket.write('x');
    await sleep(50);
  }
};

describe('bodies', () => {
  it.each(['/take', '/refuse'])('that arrive too slowly are cut off, also at %s', async (path) => {
    const port = await serve((app) => limitBodies(app, rules));
    const callers = await Promise.all(Array.from({ length: 8 }, () => dial(port)));
    await Promise.all(callers.map((caller) => drip(caller, path, 15_000)));
    expect(callers.map(({ isOpen }) => isOpen())).toEqual(callers.map(() => false));
  });

  it('that arrive slowly but steadily are received completely', async () => {
    const port = await serve((app) => limitBodies(app, rules));
    const { socket, answer } = await dial(port);
    socket.write(begin('/take', 30_000));
    for (let sent = 0; sent < 30_000; sent += 1000) {
      socket.write('x'.repeat(1000));
      await sleep(80);
    }
    await expect.poll(answer, { timeout: 10_000 }).toContain('{"bytes":30000}');
  });

  it('are not cut off while they wait for the server to read them', async () => {
    const port = await serve((app) => limitBodies(app, rules));
    const { socket, answer } = await dial(port);
    socket.write(begin('/doze', 2_000_000));
    socket.write('x'.repeat(2_000_000));
    await expect.poll(answer, { timeout: 20_000 }).toContain('{"bytes":2000000}');
  });

  it('are refused when one address sends too many at the same time, and accepted again afterwards', async () => {
    const port = await serve((app) => limitBodies(app, rules));
    const callers = await Promise.all(Array.from({ length: 9 }, () => dial(port)));
    for (const { socket } of callers) socket.write(begin('/take', 5000));
    await expect
      .poll(() => callers.filter(({ answer }) => answer().includes('request.too_many_bodies')).length)
      .toBe(1);
    for (const { socket } of callers) socket.destroy();
    const later = await dial(port);
    later.socket.write(begin('/take', 5000) + 'x'.repeat(5000));
    await expect.poll(later.answer, { timeout: 10_000 }).toContain('{"bytes":5000}');
  });
});

describe('the bodies of an address that has as many as it may', () => {
  /** Sends all of its bodies: each begins, and waits for the time of a check. */
  const fill = async (port: number, sent: (caller: Caller) => void): Promise<Caller[]> => {
    const callers = await Promise.all(Array.from({ length: 8 }, () => dial(port)));
    for (const { socket } of callers) socket.write(begin('/take', 100_000));
    for (let waited = 0; waited <= patient.checkMs; waited += 50) {
      for (const caller of callers) sent(caller);
      await sleep(50);
    }
    return callers;
  };
  /** As in the product, where a body has a window of many checks. */
  const patient = { ...rules, windowMs: 60_000, leastBytes: 60_000, checkMs: 500 };

  it('make room for another one when they are slow, the slowest first', async () => {
    const port = await serve((app) => limitBodies(app, patient));
    const callers = await fill(port, ({ socket }) => void socket.write('x'));
    callers[0]?.socket.write('x'.repeat(90_000));
    await sleep(100);
    const next = await dial(port);
    next.socket.write(begin('/take', 5000) + 'x'.repeat(5000));
    await expect.poll(next.answer, { timeout: 10_000 }).toContain('{"bytes":5000}');
    await expect.poll(() => callers.filter(({ isOpen }) => isOpen()).length).toBe(7);
    expect(callers[0]?.isOpen()).toBe(true);
  });

  it('are left alone when they are fast enough', async () => {
    const port = await serve((app) => limitBodies(app, patient));
    const callers = await fill(port, ({ socket }) => void socket.write('x'.repeat(200)));
    const next = await dial(port);
    next.socket.write(begin('/take', 5000) + 'x'.repeat(5000));
    await expect.poll(next.answer, { timeout: 10_000 }).toContain('request.too_many_bodies');
    expect(callers.map(({ isOpen }) => isOpen())).toEqual(callers.map(() => true));
  });
});

describe('headers', () => {
  it('that do not come to an end cost others nothing, and their connections end', async () => {
    const port = await serve(() => undefined);
    const callers = await Promise.all(Array.from({ length: 60 }, () => dial(port)));
    const begun = callers.slice(0, 30);
    for (const { socket } of begun) socket.write('POST /take HTTP/1.1\r\nhost: x\r\n');
    const dripping = setInterval(() => {
      for (const { socket } of begun) if (!socket.destroyed) socket.write('x-more: y\r\n');
    }, 50);
    const { socket, answer } = await dial(port);
    socket.write(begin('/take', 1) + 'x');
    await expect.poll(answer).toContain('{"bytes":1}');
    await expect.poll(() => callers.filter(({ isOpen }) => isOpen()).length, { timeout: 10_000 }).toBe(0);
    clearInterval(dripping);
    expect(begun.every((caller) => caller.answer().startsWith('HTTP/1.1 408 '))).toBe(true);
  });
});

describe('connections', () => {
  it('from one address are limited, and a closed one makes room', async () => {
    const port = await serve((app) => limitConnections(app, { perAddress: 3, isBehindProxy: false }));
    const callers = await Promise.all(Array.from({ length: 5 }, () => dial(port)));
    await expect.poll(() => callers.filter(({ isOpen }) => isOpen()).length).toBe(3);
    for (const { socket } of callers) socket.destroy();
    await expect
      .poll(async () => {
        const { socket, answer } = await dial(port);
        socket.write(begin('/take', 1) + 'x');
        await sleep(200);
        return answer();
      })
      .toContain('{"bytes":1}');
  });

  it('behind a proxy are the proxy’s own and not limited', async () => {
    const port = await serve((app) => limitConnections(app, { perAddress: 3, isBehindProxy: true }));
    const callers = await Promise.all(Array.from({ length: 5 }, () => dial(port)));
    await sleep(300);
    expect(callers.filter(({ isOpen }) => isOpen())).toHaveLength(5);
  });
});

/** Times in which a busy machine still answers: the pause is four times the interval of a caller that goes on. */
const patience = { mostMs: 1500, pauseMs: 400 };
const interval = 100;

describe('the rest of a long body, after its answer', () => {
  let app: FastifyInstance;

  beforeAll(async () => {
    app = fastify();
    finishBodies(app, patience);
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.post('/refuse', async (_request, reply) => reply.status(404).send({ refused: true }));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const begin = async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    let heard = '';
    const errors: string[] = [];
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', (error) => errors.push(error.message));
    const since = performance.now();
    const closed = once(socket, 'close').then(() => performance.now() - since);
    const head = 'POST /refuse HTTP/1.1\r\nhost: a\r\ncontent-type: a/b\r\ncontent-length: 3000000\r\n\r\n';
    socket.write(head);
    return { socket, closed, errors, heard: () => heard };
  };
  const keepWriting = (socket: Socket) => {
    const timer = setInterval(() => socket.write('x'), interval);
    socket.once('close', () => clearInterval(timer));
  };

  it('is read until the caller has written all of it, who sees a connection that ends properly', async () => {
    const { socket, closed, errors, heard } = await begin();
    await once(socket, 'data');
    expect(heard()).toMatch(/^HTTP\/1.1 404 [^]*connection: close[^]*\{"refused":true\}$/);
    socket.write('x'.repeat(3_000_000));
    expect(await closed).toBeLessThan(patience.mostMs);
    expect(errors).toEqual([]);
  });

  it('is given up when the caller stops', async () => {
    const { closed, heard } = await begin();
    const ms = await closed;
    expect(ms).toBeGreaterThanOrEqual(patience.pauseMs);
    expect(ms).toBeLessThan(patience.mostMs);
    expect(heard()).toContain('{"refused":true}');
  });

  it('is given up after a while when it never ends', async () => {
    const { socket, closed } = await begin();
    keepWriting(socket);
    expect(await closed).toBeGreaterThanOrEqual(patience.mostMs);
  });
});
