import { escapeHtml } from '../../../../kernel/base/escape-html.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';

/** Whether somebody looks at the reply, who would not notice that this site sends them elsewhere. Programs follow a redirect as it is. */
const isShownToPerson = ({ 'sec-fetch-mode': mode, accept = '' }: Exchange['headers']): boolean =>
  mode === undefined ? accept.includes('text/html') : mode === 'navigate';

/** Whether a redirect leads a person to a site that is neither this one nor listed. */
export const leavesSite = (
  location: string,
  exchange: Pick<Exchange, 'headers' | 'origin'>,
  redirectHosts: readonly string[],
): boolean => {
  const target = URL.parse(location, exchange.origin);
  const isKnown =
    target !== null &&
    (target.origin === exchange.origin ||
      (/^https?:$/.test(target.protocol) && redirectHosts.includes(target.hostname)));
  return !isKnown && isShownToPerson(exchange.headers);
};

/** Returns a page that says where a redirect leads. Addresses that are no web pages are shown without a link. */
export const leavingPage = (location: string): Parameters<Exchange['sendRaw']>[0] => {
  const target = URL.parse(location);
  const isWeb = target !== null && /^https?:$/.test(target.protocol);
  const shown = escapeHtml(location);
  const link = isWeb
    ? `<p><a href="${escapeHtml(target.href)}" rel="noreferrer">${shown}</a></p>`
    : `<p>${shown}</p>`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': "default-src 'none'" },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>This link leads to another site</title></head><body><h1>This link leads to another site</h1><p>An automation sends you to an address outside of this site. Continue only if you know it.</p>${link}</body></html>`,
  };
};
