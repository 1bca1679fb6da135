import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { EventSink } from '../../module/exchange.ts';

const keepAliveMs = 15_000;
/** A reader that has taken nothing for this many heartbeats has gone, even when the network does not report it. */
const mostMissedBeats = 4;

/** The longest time for which an event waits for the next one, in milliseconds. Nobody notices it. */
const lingerMs = 20;

/** Collects the events of one turn of the event loop, because each write to a socket costs as much as the text of a long answer. */
const collectWrites = (raw: ServerResponse) => {
  let waiting = '';
  let scheduled: NodeJS.Immediate | undefined;
  let lingering: NodeJS.Timeout | undefined;
  const isGone = () => raw.destroyed || raw.writableEnded;
  const unschedule = () => {
    clearImmediate(scheduled);
    clearTimeout(lingering);
    scheduled = undefined;
    lingering = undefined;
  };
  const flush = () => {
    unschedule();
    const text = waiting;
    waiting = '';
    if (isGone()) return;
    if (text === '') raw.flushHeaders();
    else raw.write(text);
  };
  return {
    isGone,
    schedule() {
      scheduled ??= setImmediate(flush);
    },
    linger() {
      lingering ??= setTimeout(flush, lingerMs);
    },
    add(text: string) {
      waiting += text;
    },
    end() {
      unschedule();
      if (waiting === '') raw.end();
      else raw.end(waiting);
      waiting = '';
    },
  };
};

const streamType = 'text/event-stream; charset=utf-8';

/** No proxy may hold back, compress or keep the events of any stream. */
export const eventStreamHeaders = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

export const isEventStream = (type: string): boolean => /^text\/event-stream\b/i.test(type);

/** Opens a server-sent event stream on `reply`. Every event is parsed by its schema before it leaves. */
export const openEventStream = <M extends Record<string, z.ZodType>>(
  reply: FastifyReply,
  events: M,
): EventSink<M> => {
  reply.hijack();
  const { raw } = reply;
  // Headers that are set one by one are kept for as long as the stream is open.
  raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
    ...eventStreamHeaders,
    'content-type': streamType,
    connection: 'keep-alive',
  });
  const writes = collectWrites(raw);
  // The headers are sent alone when no event follows soon.
  writes.linger();
  raw.socket?.setNoDelay(true);
  let missed = 0;
  const timer = setInterval(() => {
    missed = raw.writableNeedDrain ? missed + 1 : 0;
    if (missed > mostMissedBeats) raw.destroy();
    else if (!raw.writableNeedDrain && !raw.writableEnded) raw.write(': keep-alive\n\n');
  }, keepAliveMs);
  raw.once('close', () => clearInterval(timer));
  const add = <K extends keyof M & string>(event: K, data: z.input<M[K]>, id?: string) => {
    const schema = events[event];
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    writes.add(`event: ${event}\n${idLine}data: ${JSON.stringify(schema ? schema.parse(data) : data)}\n\n`);
  };
  const drained = async () => {
    if (raw.writableNeedDrain) await Promise.race([once(raw, 'drain'), once(raw, 'close')]);
  };
  return {
    async send(event, data, id) {
      if (writes.isGone()) return;
      add(event, data, id);
      writes.schedule();
      await drained();
    },
    async sendSoon(event, data) {
      if (writes.isGone()) return;
      add(event, data);
      writes.linger();
      await drained();
    },
    close() {
      clearInterval(timer);
      writes.end();
    },
  };
};
