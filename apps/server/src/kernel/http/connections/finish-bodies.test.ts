import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishBodies } from './finish-bodies.ts';

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
