import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { createWords } from '../corpus.ts';
import { fill } from '../fill.ts';
import { interleave } from '../interleave.ts';
import type { BareFastify } from '../limits/bare-fastify.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { VectorServer } from '../load/vector-server.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readKnowledgeBase } from '../queries.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, prepareTestBed, type TestBed } from '../test-bed.ts';
import { measureEmbeddingShare } from './embedding-share.ts';

/** Retrieval tests by words and vectors, with a question that nobody has asked before, in knowledge bases of several sizes. */
const dims = 384;
const sizes = [1600, 10_000, 50_000] as const;
const topK = 10;
const perRound = 40;
const rounds = 6;

interface Asking {
  testBed: TestBed;
  server: Child;
  base: string;
  /** Makes questions that are never the same. */
  words: (count: number) => string[];
}

const spentByServer = async ({ address }: Child): Promise<number[]> =>
  (await (await fetch(`${address}/spent`)).json()) as number[];

const askWith = async (
  client: KeepAliveClient,
  requestOf: (query: string) => Buffer,
  words: Asking['words'],
): Promise<number[]> => {
  const times: number[] = [];
  for (let asked = 0; asked < perRound; asked += 1) {
    const request = requestOf(words(5).join(' '));
    const startedAt = performance.now();
    await client.send(request);
    times.push(performance.now() - startedAt);
  }
  return times;
};

const testWith =
  ({ testBed: { apiKey }, base }: Asking) =>
  (query: string): Buffer =>
    requestBytes('POST', '/api/query-engine/retrieval-test', {
      headers: { authorization: `Bearer ${apiKey}` },
      body: { knowledgeBaseId: base, query, topK, mode: 'HYBRID' },
    });

/** Milliseconds of each question without those that the embedding server took for it. */
const askOurs = async (client: KeepAliveClient, asking: Asking) => {
  const { server, words } = asking;
  await spentByServer(server);
  const times = await askWith(client, testWith(asking), words);
  const spent = await spentByServer(server);
  if (spent.length !== times.length) throw new Error('Not every question was embedded once.');
  return times.map((time, at) => time - (spent[at] ?? 0));
};

const askBare = (client: KeepAliveClient, words: Asking['words']) =>
  askWith(client, (query) => requestBytes('POST', '/search', { body: { query, topK } }), words);

/** Orders the merge that an import would have ordered, and waits for its end. */
const merge = async ({ product }: TestBed, base: string): Promise<void> => {
  await product.sql(
    `select graphile_worker.add_job('knowledge.merge-segments', json_build_object('tenantId', tenant_id,
      'versionId', active_index_version)) from knowledge_bases where id = $1`,
    [base],
  );
  const jobs = `select 1 from graphile_worker.jobs where task_identifier = 'knowledge.merge-segments'`;
  while ((await product.sql(jobs)).length > 0) await sleep(200);
};

const compare = async (asking: Asking): Promise<Record<'ours' | 'limit', number[][]>> => {
  const { testBed, base, words } = asking;
  const { product, tenantId, databaseUrl } = testBed;
  const [version] = await product.sql<{ id: string }>(
    'select active_index_version as id from knowledge_bases where id = $1',
    [base],
  );
  const settings: BareFastify = {
    reply: null,
    databaseUrl,
    rows: readKnowledgeBase(tenantId, base),
    tenantId,
    indexVersionId: version?.id ?? '',
    dims,
  };
  const bare = await startChild(new URL('../limits/bare-fastify.ts', import.meta.url), settings);
  const ours = await KeepAliveClient.open(product.origin);
  const limit = await KeepAliveClient.open(bare.address);
  try {
    return await interleave(rounds, {
      ours: () => askOurs(ours, asking),
      limit: () => askBare(limit, words),
    });
  } finally {
    ours.close();
    limit.close();
    await bare.stop();
  }
};

const rowsOf = (
  chunks: number,
  when: { name: string; what: string },
  times: Record<'ours' | 'limit', number[][]>,
): Measurement[] =>
  ([0.5, 0.99] as const).map((share) => ({
    name: `retrieval.hybrid.${chunks}.${when.name}p${share * 100}`,
    what: `retrieval test over HTTP by words and vectors, ${when.what}, beside the embedding of the question, ${chunks.toLocaleString('en')} chunks, p${share * 100}`,
    unit: 'ms',
    better: 'lower',
    ours: median(times.ours.map((round) => percentile(round, share))),
    limit: median(times.limit.map((round) => percentile(round, share))),
    limitIs:
      'a bare Fastify route that searches the same indexes with a vector that it need not fetch, and reads the ten chunks in one statement',
    distance:
      'asking for the embedding over HTTP, its credits, two transactions, the record of the search, quotes, Zod',
  }));

const measureSize = async (testBed: TestBed, server: Child, chunks: number): Promise<Measurement[]> => {
  const { client, tenantId } = await testBed.product.signUp();
  const { apiKey } = await client.get<{ apiKey: string }>('/api/content/get-api-key');
  const own: TestBed = { ...testBed, client, tenantId, apiKey };
  const base = await importKnowledgeBase(own, [{ name: 'sample.txt', content: 'A document to copy.' }]);
  await fill({ databaseUrl: own.databaseUrl, tenantId, knowledgeBaseId: base, chunks, dims });
  const asking = { testBed: own, server, base, words: createWords(11, 100_000).words };
  const fresh = await compare(asking);
  await merge(own, base);
  const merged = await compare(asking);
  const share = await measureEmbeddingShare(chunks, {
    server: server.address,
    origin: testBed.product.origin,
    requestOf: testWith(asking),
    nextQuestion: () => asking.words(5).join(' '),
    spent: () => spentByServer(server),
  });
  return [
    ...rowsOf(chunks, { name: 'fresh.', what: 'right after an import' }, fresh),
    ...rowsOf(chunks, { name: '', what: 'once segments are merged' }, merged),
    share,
  ];
};

/** Measures a retrieval test of a new question by words and vectors, beside the query embedding. */
export const retrievalHybridPart: Part = {
  name: 'retrieval-hybrid',
  async measure({ env }) {
    const settings: VectorServer = { dims };
    const server = await startChild(new URL('../load/vector-server.ts', import.meta.url), settings);
    const testBed = await prepareTestBed({
      OPENAI_BASE_URL: `${server.address}/v1`,
      OPENAI_API_KEY: 'none',
      OPENAI_EMBEDDING_MODEL: 'made-up-vectors',
      OUTBOUND_ALLOW: new URL(server.address).host,
      ...env,
    });
    try {
      const found: Measurement[] = [];
      for (const chunks of sizes) found.push(...(await measureSize(testBed, server, chunks)));
      return found;
    } finally {
      await testBed.close();
      await server.stop();
    }
  },
};
