import { OutboundError } from './outbound-error.ts';

/** One request of a chain of redirects. */
export type Hop = {
  url: URL;
  method: string;
  headers: Headers;
  /** Undefined when there is none; `stream` when it was given as a stream, which can be sent only once. */
  body: Uint8Array | string | undefined | { stream: unknown };
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const bodyHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
];

/** Headers that may follow to another host; any other could be a credential of some provider. */
const harmlessHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
]);

/** Parses an address that a user or another server gave. @throws OutboundError `outbound.blocked` */
export const parseAddress = (address: string, base?: URL): URL => {
  if (!URL.canParse(address, base?.href))
    throw new OutboundError('outbound.blocked', 'This is not a valid web address.');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError(
      'outbound.blocked',
      'Only addresses that start with http:// or https:// can be reached.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('outbound.blocked', 'The address must not contain a user name or password.');
  }
  return url;
};

export const portFor = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

const becomesGet = (status: number, method: string) =>
  (status === 303 && method !== 'GET' && method !== 'HEAD') ||
  ((status === 301 || status === 302) && method === 'POST');

/**
 * Returns the request that follows an answer, or undefined when the answer is no redirect. Credentials are sent only to the origin they
 * were meant for. @throws OutboundError `outbound.blocked` when the target is no web address
 */
export const nextHop = (hop: Hop, status: number, location: string | null): Hop | undefined => {
  if (!redirectStatuses.has(status) || location === null) return undefined;
  const url = parseAddress(location, hop.url);
  if (url.hash === '') url.hash = hop.url.hash;
  const next: Hop = { ...hop, url, headers: new Headers(hop.headers) };
  if (becomesGet(status, hop.method)) {
    next.method = 'GET';
    next.body = undefined;
    for (const name of bodyHeaders) next.headers.delete(name);
  }
  if (url.origin !== hop.url.origin) {
    next.headers = new Headers([...next.headers].filter(([name]) => harmlessHeaders.has(name)));
  }
  if (typeof next.body === 'object' && 'stream' in next.body) {
    throw new OutboundError(
      'outbound.unreachable',
      `${hop.url.hostname} redirected a body that can be sent only once.`,
    );
  }
  return next;
};
