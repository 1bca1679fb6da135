import { z } from 'zod';
import { ConnectorError } from '../../connector.ts';
import { type ElasticClient, ElasticRefusal } from './client.ts';

const Hit = z.object({
  _id: z.string(),
  _source: z.record(z.string(), z.unknown()).optional(),
  sort: z.array(z.unknown()).optional(),
});
export type Hit = z.output<typeof Hit>;

const Page = z.object({
  hits: z.object({ hits: z.array(Hit) }),
  pit_id: z.string().optional(),
  _scroll_id: z.string().optional(),
  timed_out: z.boolean().optional(),
});
const Opened = z.object({ id: z.string() });

export interface HitSearch {
  index: string;
  query: object;
  /** The only fields to read; empty means all fields. */
  fields: readonly string[];
  /** The date field to sort by. */
  dateField: string;
  /** The number of hits in one page. */
  size: number;
}

const keepAlive = '5m';

const parseHitsPage = (answer: unknown, { host }: ElasticClient): z.output<typeof Page> => {
  const page = Page.safeParse(answer);
  if (!page.success || page.data.timed_out)
    throw new ConnectorError(
      'sources.unexpected_answer',
      `${host} did not answer with whole results. Please check that it is Elasticsearch or OpenSearch, and make the query simpler.`,
      { retryable: true, cause: page.error },
    );
  return page.data;
};

const buildSearchBody = ({ query, fields, size, dateField }: HitSearch) => ({
  query,
  size,
  track_total_hits: false,
  timeout: '25s',
  ...(fields.length > 0 ? { _source: fields } : {}),
  // Dates are compared in milliseconds, even if the field stores nanoseconds.
  sort: dateField === '' ? [] : [{ [dateField]: { order: 'asc', numeric_type: 'date' } }],
});

/** Opens a point in time. Undefined on servers without them: OpenSearch, and Elasticsearch before 7.10. */
const openPoint = async (client: ElasticClient, index: string): Promise<string | undefined> => {
  try {
    const opened = Opened.safeParse(
      await client.ask('POST', [index, '_pit'], undefined, `?keep_alive=${keepAlive}`),
    );
    return opened.data?.id;
  } catch (error) {
    if (error instanceof ElasticRefusal && (error.status === 400 || error.status === 405)) return undefined;
    throw error;
  }
};

async function* searchPoint(
  client: ElasticClient,
  search: HitSearch,
  first: string,
): AsyncGenerator<Hit[], void> {
  let id = first;
  let after: unknown[] | undefined;
  const { sort, ...body } = buildSearchBody(search);
  try {
    for (;;) {
      const answer = await client.ask('POST', ['_search'], {
        ...body,
        sort: [...sort, { _shard_doc: 'asc' }],
        pit: { id, keep_alive: keepAlive },
        ...(after ? { search_after: after } : {}),
      });
      const page = parseHitsPage(answer, client);
      id = page.pit_id ?? id;
      yield page.hits.hits;
      after = page.hits.hits.at(-1)?.sort;
      if (!after || page.hits.hits.length < search.size) return;
    }
  } finally {
    await client.ask('DELETE', ['_pit'], { id }).catch(() => {});
  }
}

async function* searchScroll(client: ElasticClient, search: HitSearch): AsyncGenerator<Hit[], void> {
  const { sort, ...rest } = buildSearchBody(search);
  const body = { ...rest, sort: sort.length > 0 ? sort : ['_doc'] };
  let answer = await client.ask('POST', [search.index, '_search'], body, `?scroll=${keepAlive}`);
  let id: string | undefined;
  try {
    for (;;) {
      const page = parseHitsPage(answer, client);
      id = page._scroll_id ?? id;
      yield page.hits.hits;
      if (id === undefined || page.hits.hits.length < search.size) return;
      answer = await client.ask('POST', ['_search', 'scroll'], { scroll: keepAlive, scroll_id: id });
    }
  } finally {
    if (id !== undefined)
      await client.ask('DELETE', ['_search', 'scroll'], { scroll_id: id }).catch(() => {});
  }
}

/** Yields all hits as of one moment, including those beyond the 10,000 that one search returns. */
export async function* streamHits(client: ElasticClient, search: HitSearch): AsyncGenerator<Hit, void> {
  const point = await openPoint(client, search.index);
  const pages = point === undefined ? searchScroll(client, search) : searchPoint(client, search, point);
  for await (const page of pages) yield* page;
}
