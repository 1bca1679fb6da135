import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { EventSink } from '../module/exchange.ts';

const keepAliveMs = 15_000;
/** A reader that has taken nothing for this many heartbeats has gone, even when the network does not report it. */
const mostMissedBeats = 4;

/** Opens a server-sent event stream on `reply`. Every event is parsed by its schema before it leaves. */
export const openEventStream = <M extends Record<string, z.ZodType>>(
  reply: FastifyReply,
  events: M,
): EventSink<M> => {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  raw.flushHeaders();
  raw.socket?.setNoDelay(true);
  let missed = 0;
  const timer = setInterval(() => {
    missed = raw.writableNeedDrain ? missed + 1 : 0;
    if (missed > mostMissedBeats) raw.destroy();
    else if (!raw.writableNeedDrain && !raw.writableEnded) raw.write(': keep-alive\n\n');
  }, keepAliveMs);
  raw.once('close', () => clearInterval(timer));
  return {
    async send(event, data) {
      if (raw.destroyed || raw.writableEnded) return;
      const schema = events[event];
      const body = JSON.stringify(schema ? schema.parse(data) : data);
      if (!raw.write(`event: ${event}\ndata: ${body}\n\n`))
        await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
    },
    close() {
      clearInterval(timer);
      raw.end();
    },
  };
};
