const trackingParameters = new Set(
  'gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid igshid mc_cid mc_eid _ga _gl _hsenc _hsmi phpsessid jsessionid'.split(
    ' ',
  ),
);

const isTracking = (name: string) => {
  const lower = name.toLowerCase();
  return lower.startsWith('utm_') || trackingParameters.has(lower);
};

/** Parses the address of a link, a redirect or a sitemap; undefined when it is not a web address. */
export const readAddress = (text: string, base?: URL): URL | undefined => {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed, base?.href)) return undefined;
  const url = new URL(trimmed, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? cleanAddress(url) : undefined;
};

/** Removes the parts that do not change the page: the fragment, tracking parameters, the dot after the host. */
const cleanAddress = (given: URL): URL => {
  const url = new URL(given);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '');
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '');
  // Deleting a parameter rewrites the whole query, so a query without tracking parameters is left as the site wrote it.
  const names = [...new Set(url.searchParams.keys())].filter(isTracking);
  for (const name of names) url.searchParams.delete(name);
  return url;
};

const unreserved = /^[A-Za-z0-9._~-]$/;

/** Normalises the spelling of a path: `%7E` is `~`, `%2f` is `%2F`. */
const oneSpelling = (path: string) =>
  path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });

/** Returns the key of a site, which ignores a leading `www.` and the default port 80 or 443. */
const hostKey = (url: URL) => {
  const host = url.hostname.replace(/^www\./, '').replace(/(?<!\.)\.+$/, '');
  return url.port === '' ? host : `${host}:${url.port}`;
};

/** Returns true for one host with or without `www.`, over http or https, on one port. Sub-domains are other sites. */
export const isSameSite = (one: URL, other: URL) => hostKey(one) === hostKey(other);

/**
 * Returns what all spellings of an address have in common: without scheme, `www.` and trailing slash, with sorted parameters.
 * Stored data identifies pages by it, so it must not change.
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

/** Returns the path and query of an address, for display. */
export const shortAddress = (url: URL): string => `${url.pathname}${url.search}`.slice(0, 200);
