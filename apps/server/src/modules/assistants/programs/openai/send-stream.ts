import { Readable } from 'node:stream';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';

const heartbeatMs = 15_000;

/** Sends server-sent events that are written already, with a comment every 15 seconds, so that no proxy ends a slow answer. */
export const sendStream = (
  exchange: Pick<Exchange, 'sendRaw'>,
  events: AsyncIterable<string>,
): Promise<AlreadyAnswered> => {
  const body = Readable.from(events);
  const timer = setInterval(() => void body.push(': keep-alive\n\n'), heartbeatMs);
  const stop = () => clearInterval(timer);
  body.once('end', stop).once('close', stop);
  return exchange.sendRaw({ type: 'text/event-stream; charset=utf-8', body });
};
