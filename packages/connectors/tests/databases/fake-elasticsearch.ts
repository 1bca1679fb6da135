import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredHit {
  _id: string;
  _source: Record<string, unknown>;
}

interface Search {
  query: Record<string, unknown>;
  size: number;
  sort: (string | Record<string, unknown>)[];
  search_after?: unknown[];
  pit?: { id: string };
  _source?: string[];
  scroll_id?: string;
}

export interface FakeElastic {
  url: string;
  /** True to behave like OpenSearch, which scrolls and has no `_pit`. */
  isOpenSearch: boolean;
  hits: StoredHit[];
  asked: { path: string; authorization: string; body: unknown }[];
  /** Points in time and scrolls that were opened and not closed. */
  open: Set<string>;
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly error: object;

  constructor(status: number, error: object) {
    super(String(status));
    this.status = status;
    this.error = error;
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Search> => {
  let text = '';
  for await (const part of request) text += String(part);
  return JSON.parse(text || '{}') as Search;
};

const time = (value: unknown): number => (typeof value === 'number' ? value : Date.parse(String(value)));

const isHit = (hit: StoredHit, query: Record<string, unknown>): boolean => {
  const [[kind, given]] = Object.entries(query) as [[string, Record<string, never>]];
  const [[name, value] = ['', undefined]] = Object.entries<unknown>(given);
  if (kind === 'match_all') return true;
  if (kind === 'term') return hit._source[name] === value;
  if (kind === 'exists') return hit._source[String(given['field'])] !== undefined;
  if (kind === 'range') return time(hit._source[name]) >= time(Reflect.get(value as object, 'gte'));
  if (kind === 'bool')
    return Object.values<Record<string, unknown>[]>(given)
      .flat()
      .every((inner) => isHit(hit, inner));
  const reason = `unknown query [${kind}]`;
  throw new Refusal(400, { root_cause: [{ type: 'parsing_exception', reason, line: 1, col: 12 }], reason });
};

/** Implements the part of the HTTP interface that the connector uses, with paging, points in time and scrolls. */
export const startFakeElastic = async (authorization: string): Promise<FakeElastic> => {
  const scrolls = new Map<string, { search: Search; from: number }>();
  const search = (body: Search, from = 0) => {
    const [sort] = body.sort;
    const field = typeof sort === 'object' ? Object.keys(sort)[0] : undefined;
    const isByDate = field !== undefined && field !== '_shard_doc';
    const found = fake.hits
      .map((hit, at) => ({ hit, keys: [...(isByDate ? [time(hit._source[field])] : []), at] }))
      .filter(({ hit }) => isHit(hit, body.query))
      .sort(
        (one, other) =>
          (one.keys[0] ?? 0) - (other.keys[0] ?? 0) || (one.keys.at(-1) ?? 0) - (other.keys.at(-1) ?? 0),
      );
    const after = body.search_after as number[] | undefined;
    const isAfter = (keys: number[]) =>
      !after ||
      keys.some(
        (key, at) => key > (after[at] ?? 0) && keys.slice(0, at).every((each, i) => each === after[i]),
      );
    const page = found.filter(({ keys }) => isAfter(keys)).slice(from, from + body.size);
    const hits = page.map(({ hit: { _id, _source }, keys }) => ({
      _id,
      _source: body._source
        ? Object.fromEntries(Object.entries(_source).filter(([name]) => body._source?.includes(name)))
        : _source,
      sort: keys,
    }));
    return { timed_out: false, hits: { hits } };
  };
  const notFound = (index: string) =>
    new Refusal(404, {
      root_cause: [{ reason: `no such index [${index}]` }],
      type: 'index_not_found_exception',
    });
  const goOn = (body: Search, isScroll: boolean): object => {
    const scroll = scrolls.get(String(body.scroll_id));
    if (isScroll && scroll) {
      scroll.from += scroll.search.size;
      return { _scroll_id: body.scroll_id, ...search(scroll.search, scroll.from) };
    }
    if (!fake.open.has(body.pit?.id ?? '')) throw new Refusal(404, { reason: 'No search context found' });
    return { pit_id: body.pit?.id, ...search(body) };
  };
  const answer = (method: string, { pathname, searchParams }: URL, body: Search): object => {
    const [first = '', second = ''] = pathname.split('/').slice(1).map(decodeURIComponent);
    if (pathname === '/')
      return { version: { number: '9.1.0', ...(fake.isOpenSearch ? { distribution: 'opensearch' } : {}) } };
    if (pathname === '/_resolve/index/*')
      return {
        indices: [{ name: 'articles-1' }, { name: '.security' }],
        aliases: [{ name: 'articles' }],
        data_streams: [],
      };
    if (method === 'DELETE') {
      fake.open.delete(String(Reflect.get(body, first === '_pit' ? 'id' : 'scroll_id')));
      return {};
    }
    if (first === '_search') return goOn(body, second === 'scroll');
    if (first !== 'articles') throw notFound(first);
    if (second === '_pit') {
      if (fake.isOpenSearch) throw new Refusal(405, { reason: 'Incorrect HTTP method for uri' });
      fake.open.add('point-1');
      return { id: 'point-1' };
    }
    if (second === '_mapping')
      return {
        'articles-1': {
          mappings: {
            properties: {
              title: { type: 'text' },
              changed: { type: 'date' },
              facts: { properties: { size: { type: 'long' } } },
            },
          },
        },
      };
    if (second === '_count') return { count: fake.hits.filter((hit) => isHit(hit, body.query)).length };
    if (!searchParams.has('scroll')) throw new Refusal(400, { reason: 'not expected' });
    fake.open.add('scroll-1');
    scrolls.set('scroll-1', { search: body, from: 0 });
    return { _scroll_id: 'scroll-1', ...search(body) };
  };
  const server = createServer((request, response) => {
    const respond = async () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const body = await bodyOf(request);
      const given = request.headers.authorization ?? '';
      fake.asked.push({ path: `${request.method} ${url.pathname}`, authorization: given, body });
      try {
        if (given !== authorization) throw new Refusal(401, { reason: 'unable to authenticate' });
        response.end(JSON.stringify(answer(request.method ?? '', url, body)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        response.writeHead(error.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: error.error, status: error.status }));
      }
    };
    void respond();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeElastic = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOpenSearch: false,
    hits: [],
    asked: [],
    open: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
};
