import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openEventStream } from './event-stream.ts';

it('sends the events of one moment in one write, and one that may wait with the next, with the end or alone', async () => {
  const app = fastify();
  const written: string[] = [];
  app.get('/', async (_request, reply) => {
    const { raw } = reply;
    const [write, end] = [raw.write.bind(raw), raw.end.bind(raw)];
    raw.write = (text: string) => {
      written.push(text);
      return write(text);
    };
    raw.end = (text?: unknown) => {
      written.push(String(text));
      return end(text);
    };
    const sink = openEventStream(reply, { step: z.number() });
    await sink.send('step', 1);
    await sink.send('step', 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sink.sendSoon('step', 3);
    await sink.send('step', 4);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sink.sendSoon('step', 5);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sink.sendSoon('step', 6);
    sink.close();
    return reply;
  });
  const event = (step: number) => `event: step\ndata: ${step}\n\n`;
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const text = await (await fetch(origin)).text();
    expect(text).toBe([1, 2, 3, 4, 5, 6].map(event).join(''));
    expect(written).toEqual([event(1) + event(2), event(3) + event(4), event(5), event(6)]);
  } finally {
    await app.close();
  }
});

it('sends its headers when no event follows', async () => {
  const app = fastify();
  app.get('/', async (_request, reply) => {
    const sink = openEventStream(reply, {});
    reply.raw.once('close', () => sink.close());
    return reply;
  });
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const reply = await fetch(origin);
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    await reply.body?.cancel();
  } finally {
    await app.close();
  }
});
