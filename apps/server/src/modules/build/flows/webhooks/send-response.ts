import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import type { FlowResponse } from '../engine/flow-run-type.ts';

/** The headers that a flow may set. Others would change how browsers treat the whole site. */
const allowed =
  /^(content-(disposition|language)|cache-control|etag|last-modified|location|retry-after|vary|x-(?!frame-options|content-type-options|permitted|dns-prefetch)[\w-]+)$/;

/**
 * Sends what a flow answers. It comes from this site, so a browser is told to run nothing in it, and to take it for nothing else than its
 * content type says.
 */
export const sendResponse = (
  exchange: Pick<Exchange, 'sendRaw'>,
  { status, headers, body }: FlowResponse,
): Promise<AlreadyAnswered> => {
  const kept = Object.entries(headers).filter(([name]) => allowed.test(name.toLowerCase()));
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = typeof body === 'string';
  const hasBody = body !== null && status !== 204 && status !== 304;
  return exchange.sendRaw({
    status,
    type: named ?? (isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'),
    headers: {
      ...Object.fromEntries(kept),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: hasBody ? (isText ? body : JSON.stringify(body)) : '',
  });
};
