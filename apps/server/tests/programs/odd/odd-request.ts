import type { Chance } from './chance.ts';

/** A request that no client sends on purpose. It can be sent again exactly as it was. */
export interface OddRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The client goes away after this many milliseconds, whatever it has read. */
  leavesAfter: number | undefined;
}

const oddHeaders: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=nonsense' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json, application/json' },
  { 'content-type': ';' },
  { accept: 'text/html' },
  { accept: '' },
  { accept: 'application/json;q=0, text/event-stream;q=0' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { 'last-event-id': '9'.repeat(500) },
  { 'x-forwarded-for': 'nonsense', 'x-forwarded-proto': 'gopher' },
  { origin: 'null' },
  { origin: 'http://[::1' },
  { referer: '\u00ff\u00fe' },
  { cookie: '=;=;__Host-session=%00; a=b; a' },
  { 'x-long': 'a'.repeat(8000) },
  { expect: '100-continue' },
  { range: 'bytes=0-1' },
  { 'if-none-match': '*' },
  { 'idempotency-key': '\u00e9'.repeat(300) },
  { 'accept-language': '*-*-*;q=nonsense' },
  { traceparent: '00-nonsense' },
];

/** Adds or replaces a header in one request of three, and lets the client go away in one of ten. */
export const withOddities = (
  chance: Chance,
  request: Omit<OddRequest, 'leavesAfter'>,
  moreHeaders: readonly Record<string, string>[],
): OddRequest => ({
  ...request,
  headers: {
    ...request.headers,
    ...(chance.once(3) ? chance.pick([...oddHeaders, ...moreHeaders]) : {}),
  },
  leavesAfter: chance.once(10) ? chance.below(40) : undefined,
});
