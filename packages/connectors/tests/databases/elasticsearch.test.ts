import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { Field, type FieldValues } from '@atelier/contracts/fields/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectors } from '../../src/index.ts';
import { type FakeElastic, startFakeElastic } from './fake-elasticsearch.ts';
import { failureOf, openIo, readAll } from './io.ts';

const elasticsearch = connectors.find(({ type }) => type === 'ELASTICSEARCH');
if (!elasticsearch) throw new Error('There is no connector for Elasticsearch.');

const hit = (n: number) => ({
  _id: `a${n}`,
  _source: {
    title: `Article ${n}`,
    body: `Body ${n}`,
    state: n % 2 === 0 ? 'draft' : 'published',
    changed: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 2))).toISOString(),
  },
});

describe('the Elasticsearch connector', () => {
  let server: FakeElastic;
  beforeAll(async () => {
    server = await startFakeElastic('ApiKey k3y');
  });
  beforeEach(() => {
    server.asked.length = 0;
    server.isOpenSearch = false;
    server.hits = Array.from({ length: 250 }, (_, at) => hit(at + 1));
  });
  afterAll(() => server.close());

  const inputOf = (settings: FieldValues, change: FieldValues = {}) => {
    const judged = valuesSchema(elasticsearch.settingsFields).parse({ index: 'articles', ...settings });
    const connection = { url: server.url, auth: 'API_KEY', apiKey: 'k3y', ...change };
    const input = { settings: judged, connection };
    elasticsearch.check?.(input);
    return input;
  };
  const read = (settings: FieldValues, cursor?: Record<string, string>) =>
    readAll(elasticsearch.read(openIo(), inputOf(settings), cursor));

  it('begins with skip 0 and limit 10', { tags: ['CONNECTOR-16', 'CONST-12'] }, async () => {
    for (const field of [...elasticsearch.connectionFields, ...elasticsearch.settingsFields])
      Field.parse(field);
    expect(inputOf({}).settings).toMatchObject({ skip: 0, limit: 10 });
    const { documents, events, end } = await read({ titleField: 'title', template: '{{_id}}: {{body}}' });
    expect(documents).toHaveLength(10);
    expect(documents[0]).toBe('a1 | Article 1 | a1: Body 1\n');
    expect(events[0]).toEqual({ kind: 'total', count: 10 });
    expect(events.at(-1)).toMatchObject({ kind: 'skipped', code: 'sources.limit' });
    expect(end).toEqual({ isComplete: false });
    expect(() => inputOf({ limit: 0 })).toThrow('Please enter a value greater than 0');
    const other = await read({ skip: 9, limit: 2, titleField: 'title' });
    expect(other.documents.map((text) => text.split(' | ')[0])).toEqual(['a10', 'a11']);
  });

  it('says what it found, and offers indices and fields', { tags: ['CONNECTOR-16'] }, async () => {
    const bare = { connection: inputOf({}).connection, settings: {} };
    expect(await elasticsearch.test(openIo(), bare)).toBe(
      'Elasticsearch 9.1.0 answers. 2 indices can be read.',
    );
    expect(await elasticsearch.test(openIo(), inputOf({ titleField: 'title' }))).toContain(
      'becomes “Article 1”',
    );
    const of = async (field: string, settings = {}) =>
      (await elasticsearch.options?.(openIo(), { ...bare, settings }, field))?.map(({ value }) => value);
    expect(await of('index')).toEqual(['articles', 'articles-1']);
    expect(await of('titleField', { index: 'articles' })).toEqual([
      'title',
      'changed',
      'facts',
      'facts.size',
    ]);
    expect(await of('dateField', { index: 'articles' })).toEqual(['changed']);
  });

  it.each([
    ['Elasticsearch, by a point in time', false, 'POST /articles/_pit'],
    ['OpenSearch, by a scroll', true, 'POST /_search/scroll'],
  ])('reads all pages of %s, and closes it', async (_title, isOpenSearch, path) => {
    server.isOpenSearch = isOpenSearch;
    const { documents, end } = await read({ limit: 1000, fields: ['body'], titleField: 'title' });
    expect(new Set(documents).size).toBe(250);
    expect(documents[249]).toBe('a250 | Article 250 | # Article 250\n\n**body**: Body 250\n');
    expect(end).toEqual({ isComplete: true });
    expect(server.asked.map((each) => each.path)).toContain(path);
    expect(server.open.size).toBe(0);
    expect((await read({ limit: 1000, query: '{"term": {"state": "draft"}}' })).documents).toHaveLength(125);
  });

  it.each([[false], [true]])(
    'brings only what is new by a date, and loses nothing where dates are equal',
    async (isOpenSearch) => {
      server.isOpenSearch = isOpenSearch;
      server.hits = [7, 6, 5, 4, 3, 2, 1].map(hit);
      const settings = { dateField: 'changed', limit: 2, titleField: 'title' };
      const seen: string[] = [];
      let cursor: Record<string, string> | undefined;
      for (let round = 0; round < 5; round += 1) {
        const { events, end } = await read(settings, cursor);
        seen.push(...events.map((event) => (event.kind === 'item' ? event.item.externalId : event.kind)));
        ({ cursor } = end);
        expect(end.note !== undefined).toBe(round < 3);
      }
      expect(seen.filter((each) => each !== 'total')).toEqual(['a1', 'a3', 'a2', 'a5', 'a4', 'a7', 'a6']);
      server.hits.push({ ...hit(7), _id: 'late' });
      expect((await read(settings, cursor)).events).toMatchObject([
        { kind: 'total', count: 1 },
        { item: { externalId: 'late' } },
      ]);
    },
  );

  it.each([
    ['{"script": {"script": "x"}}', '“script” is not allowed'],
    ['{"function_score": {"functions": [{"script_score": {}}]}}', '“script_score” is not allowed'],
    [
      '{"terms_set": {"a": {"minimum_should_match_script": {}}}}',
      '“minimum_should_match_script” is not allowed',
    ],
    ['{"wrapper": {"query": "e30="}}', '“wrapper” is not allowed'],
    ['{"query": {"match_all": {}}, "size": 5}', 'must have one key at the top'],
    ['{a: 1}', 'The query is not JSON'],
    ['[]', 'must be a JSON object'],
  ])('refuses the query %s before anything is sent', async (query, expected) => {
    expect(await failureOf(() => read({ query }))).toContain(expected);
    expect(server.asked).toEqual([]);
  });

  it('says what to do when the server refuses', async () => {
    const test = (settings: FieldValues, change: FieldValues = {}) =>
      failureOf(() => elasticsearch.test(openIo(), inputOf(settings, change)));
    expect(await test({}, { apiKey: 'wrong' })).toContain('sources.refused: 127.0.0.1');
    expect(await test({}, { auth: 'BASIC', user: 'u', password: 'p' })).toContain('refused the sign-in');
    expect(server.asked.at(-1)?.authorization).toBe(`Basic ${btoa('u:p')}`);
    expect(await test({ index: 'gone' })).toMatch(/^sources\.not_found: .*no such index \[gone\]/);
    expect(await test({ query: '{"match_al": {}}' })).toMatch(
      /^sources\.invalid_settings: .*unknown query \[match_al\] at line 1, column 12/,
    );
    expect(await test({}, { url: 'ftp://example.com' })).toContain('begins with https://');
    expect(await test({}, { url: 'http://u:p@example.com' })).toContain('have fields of their own');
  });
});
