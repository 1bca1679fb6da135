const trackingParameters = new Set(
  'gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid igshid mc_cid mc_eid _ga _gl _hsenc _hsmi phpsessid jsessionid'.split(
    ' ',
  ),
);

const isTracking = (name: string) => {
  const lower = name.toLowerCase();
  return lower.startsWith('utm_') || trackingParameters.has(lower);
};

/** What a link, a redirect or a sitemap names, or undefined where that is no web address. */
export const readAddress = (text: string, base?: URL): URL | undefined => {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed, base?.href)) return undefined;
  const url = new URL(trimmed, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? cleanAddress(url) : undefined;
};

/** The address without what changes nothing about the page: fragment, tracking, the dot after the host. */
const cleanAddress = (given: URL): URL => {
  const url = new URL(given);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '');
  // Deleting writes the whole query anew, so a query without tracking stays as the site wrote it.
  const names = [...new Set(url.searchParams.keys())].filter(isTracking);
  for (const name of names) url.searchParams.delete(name);
  return url;
};

const unreserved = /^[A-Za-z0-9._~-]$/;

/** One spelling for each path: `%7E` is `~`, `%2f` is `%2F`. */
const oneSpelling = (path: string) =>
  path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });

/** The host as its owner thinks of it: `www.` in front is the same site. Port 80 and 443 are the default of theirs. */
const hostKey = (url: URL) => {
  const host = url.hostname.replace(/^www\./, '').replace(/(?<!\.)\.+$/, '');
  return url.port === '' ? host : `${host}:${url.port}`;
};

/** One site is one host with and without `www.`, over http and https, on one port. Sub-domains are other sites. */
export const isSameSite = (one: URL, other: URL) => hostKey(one) === hostKey(other);

/**
 * What all spellings of an address have in common: no scheme, no `www.`, no slash at the end, parameters in order.
 * It names a page over the years, so it must not change.
 */
export const addressKey = (url: URL): string => {
  const path = oneSpelling(url.pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const parameters = [...url.searchParams].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const query = new URLSearchParams(parameters).toString();
  return `${hostKey(url)}${path}${query === '' ? '' : `?${query}`}`;
};

const compare = (one: string, other: string) => Number(one > other) - Number(one < other);

/** The short form of an address for display: path and query. */
export const shortAddress = (url: URL): string => `${url.pathname}${url.search}`.slice(0, 200);
