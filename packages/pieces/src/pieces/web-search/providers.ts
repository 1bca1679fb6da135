import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { PieceError } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readTextField } from '../../values.ts';

export interface SearchOrder {
  query: string;
  count: number;
}

/** A page that a search found. */
export interface FoundPage {
  title: string;
  url: string;
  text: string;
}

export interface SearchRequest {
  url: URL;
  init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };
}

interface Provider {
  site: string;
  /** Describes the request of this provider's public API. */
  ask(site: string, key: string, order: SearchOrder): SearchRequest;
  /** The list of results in its answer, and the field with their text. */
  results(answer: Record<string, JsonValue>): { list: JsonValue | undefined; text: string };
}

const getting = (url: URL, headers: Record<string, string> = {}): SearchRequest => ({
  url,
  init: { method: 'GET', headers: { accept: 'application/json', ...headers } },
});

const withQuery = (address: string, parameters: Record<string, string>): URL => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
};

const providers: Readonly<Record<string, Provider>> = {
  BRAVE: {
    site: 'https://api.search.brave.com',
    ask: (site, key, { query, count }) =>
      getting(withQuery(`${site}/res/v1/web/search`, { q: query, count: String(count) }), {
        'x-subscription-token': key,
      }),
    results: ({ web }) => ({ list: isObject(web) ? web['results'] : [], text: 'description' }),
  },
  TAVILY: {
    site: 'https://api.tavily.com',
    ask: (site, key, { query, count }) => ({
      url: new URL(`${site}/search`),
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, max_results: count }),
      },
    }),
    results: ({ results }) => ({ list: results, text: 'content' }),
  },
  SEARXNG: {
    site: '',
    ask: (site, key, { query }) =>
      getting(
        withQuery(`${site}/search`, { q: query, format: 'json' }),
        key === '' ? {} : { authorization: `Bearer ${key}` },
      ),
    results: ({ results }) => ({ list: results, text: 'content' }),
  },
};

const readProvider = (connection: FieldValues): Provider =>
  providers[readTextField(connection, 'provider')] ??
  refuse('The connection names no provider. Please correct it.');

/** Returns the request for a search. Throws PieceError. */
export const searchRequest = (connection: FieldValues, order: SearchOrder): SearchRequest => {
  const provider = readProvider(connection);
  const given = readTextField(connection, 'site').trim().replace(/\/$/, '');
  const site = given === '' ? provider.site : given;
  if (!/^https?:\/\//.test(site) || !URL.canParse(site))
    return refuse('Please enter the address of the search engine in the connection.');
  const key = readTextField(connection, 'apiKey').trim();
  if (!/^[\x21-\x7e]*$/.test(key)) return refuse('The key contains characters that cannot be sent.');
  return provider.ask(site, key, order);
};

const line = (value: JsonValue | undefined, most: number): string =>
  typeof value === 'string'
    ? value
        .replace(/<\/?(?:strong|b|em)>/g, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, most)
    : '';

/** Reads the answer of a provider. Throws PieceError. */
export const readResults = (connection: FieldValues, answer: JsonValue, count: number): FoundPage[] => {
  const { list, text } = isObject(answer)
    ? readProvider(connection).results(answer)
    : { list: undefined, text: '' };
  if (!Array.isArray(list))
    throw new PieceError(
      'pieces.unexpected_answer',
      'The search engine did not answer with results. SearXNG needs “json” in its list of formats.',
    );
  return list
    .flatMap((each): FoundPage[] => {
      if (!isObject(each)) return [];
      const url = line(each['url'], 2000);
      if (!/^https?:\/\//.test(url)) return [];
      return [{ title: line(each['title'], 300), url, text: line(each[text], 2000) }];
    })
    .slice(0, count);
};
