import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import type { FlowResponse } from '../engine/flow-run-type.ts';
import type { WrittenLarge } from '../engine/large/send-large.ts';
import { leavesSite, leavingPage } from './leaving-page.ts';

/** The headers that a flow may set. Others would change how browsers treat the whole site. */
const allowed =
  /^(content-(disposition|language)|cache-control|etag|last-modified|location|retry-after|vary|x-(?!frame-options|content-type-options|permitted|dns-prefetch)[\w-]+)$/;

/** Types that no browser runs as a script, a style or a worker. A response of another type is sent as a download of unknown type. */
const harmless =
  /^(?:application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:x-ndjson|jsonl|pdf|rss|octet-stream)|text\/(?:plain|csv|tab-separated-values|markdown|calendar|vcard|xml|html)|image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml))$/;

/** Returns the type of a response, which stays what the flow says when it is harmless. */
const servedType = (named: string | undefined, isText: boolean): string => {
  if (named === undefined) return isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const [type = ''] = named.split(';', 1);
  return harmless.test(type.trim().toLowerCase()) ? named : 'application/octet-stream';
};

/**
 * Sends what a flow answers. It comes from this site, so a browser is told to run nothing in it, and to take it for nothing else than its
 * content type says. A person whom it sends to another site first reads where the link leads.
 */
export const sendResponse = (
  exchange: Pick<Exchange, 'sendRaw' | 'headers' | 'origin'>,
  { services }: Pick<Anonymous, 'services'>,
  { status, headers, body, large }: FlowResponse & { large?: WrittenLarge | undefined },
): Promise<AlreadyAnswered> => {
  const kept = Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => allowed.test(name)),
  );
  const { location } = kept;
  if (location !== undefined && leavesSite(location, exchange, services.config.redirectHosts))
    return exchange.sendRaw(leavingPage(location, new URL(exchange.origin).host));
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = large ? large.isText : typeof body === 'string';
  const written = large?.bytes ?? (typeof body === 'string' ? body : JSON.stringify(body));
  const hasBody = (large !== undefined || body !== null) && status !== 204 && status !== 304;
  return exchange.sendRaw({
    status,
    type: servedType(named, isText),
    headers: {
      ...kept,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: hasBody ? written : '',
  });
};
