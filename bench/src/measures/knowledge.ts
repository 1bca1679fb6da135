import pg from 'pg';
import { startChild } from '../child.ts';
import { createWords } from '../corpus.ts';
import { type Filled, fill } from '../fill.ts';
import { type Ground, knowledgeBaseOf, prepareGround } from '../ground.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { VectorServer } from '../load/vector-server.ts';
import type { Measurement, Part } from '../measurement.ts';
import { median, percentile } from '../statistics.ts';

/** One large knowledge base: loading it, what it costs in memory, and asking it with and without a filter. */
const dims = 384;
const questions = 100;
const modes = ['BM25', 'HYBRID'] as const;
const filters = {
  all: [],
  half: [{ field: 'CATEGORY', operator: 'EQUALS', value: 'every other' }],
  percent: [{ field: 'CATEGORY', operator: 'EQUALS', value: 'one in a hundred' }],
} as const;
const filterNames = { all: 'no filter', half: 'a filter of 50 %', percent: 'a filter of 1 %' };

interface Asking {
  ground: Ground;
  base: string;
}

const requestsOf = ({ ground, base }: Asking, mode: string, filter: readonly object[]): Buffer[] => {
  const words = createWords(11, 100_000);
  return Array.from({ length: questions }, () =>
    requestBytes('POST', '/api/query-engine/retrieval-test', {
      headers: { authorization: `Bearer ${ground.apiKey}` },
      body: { knowledgeBaseId: base, query: words.words(5).join(' '), topK: 10, mode, filter },
    }),
  );
};

const ask = async (asking: Asking, mode: string, filter: readonly object[]): Promise<number[]> => {
  const client = await KeepAliveClient.open(asking.ground.product.origin);
  const times: number[] = [];
  try {
    for (const request of requestsOf(asking, mode, filter)) {
      const startedAt = performance.now();
      await client.send(request);
      times.push(performance.now() - startedAt);
    }
  } finally {
    client.close();
  }
  return times;
};

/** The first search after a start, which loads the index. */
const firstSearch = async (asking: Asking): Promise<number> => {
  const [request] = requestsOf(asking, 'BM25', []);
  const client = await KeepAliveClient.open(asking.ground.product.origin);
  try {
    const startedAt = performance.now();
    if (request) await client.send(request);
    return performance.now() - startedAt;
  } finally {
    client.close();
  }
};

/** What a client of the database needs to fetch every segment. */
const readAll = async ({ ground, base }: Asking): Promise<number> => {
  const database = new pg.Client({ connectionString: ground.databaseUrl });
  await database.connect();
  const ids = await database.query<{ id: string }>(
    `select s.id from index_segments s join knowledge_bases b on b.tenant_id = s.tenant_id and b.active_index_version = s.index_version_id
      where b.id = $1 and s.live`,
    [base],
  );
  const startedAt = performance.now();
  for (let from = 0; from < ids.rows.length; from += 200)
    await database.query({
      name: 'read-segments',
      text: 'select data from index_segments where tenant_id = $1 and id = any($2)',
      values: [ground.tenantId, ids.rows.slice(from, from + 200).map(({ id }) => id)],
    });
  const took = performance.now() - startedAt;
  await database.end();
  return took;
};

/** Milliseconds to read once the bytes that a search by meaning has to look at: what memory gives at best. */
const scanOf = (chunks: number): number => {
  const bytes = new Float64Array((chunks * dims) / 8).fill(1);
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now();
    const sums = [0, 0, 0, 0];
    for (let at = 0; at < bytes.length; at += 4) {
      sums[0] = (sums[0] ?? 0) + (bytes[at] ?? 0);
      sums[1] = (sums[1] ?? 0) + (bytes[at + 1] ?? 0);
      sums[2] = (sums[2] ?? 0) + (bytes[at + 2] ?? 0);
      sums[3] = (sums[3] ?? 0) + (bytes[at + 3] ?? 0);
    }
    if (sums.includes(Number.NaN)) throw new Error('The scan read nothing.');
    return performance.now() - startedAt;
  });
  return median(times);
};

const restart = async ({ product }: Ground): Promise<void> => {
  await product.kill('SIGTERM');
  await product.start();
};

const row = (chunks: number, facts: Omit<Measurement, 'better'>): Measurement => ({
  ...facts,
  name: `knowledge.${chunks}.${facts.name}`,
  what: `${facts.what}, ${chunks.toLocaleString('en')} chunks of ${dims} dimensions`,
  better: 'lower',
});

const measureLoading = async (
  asking: Asking,
  { chunks, filled }: { chunks: number; filled: Filled },
): Promise<Measurement[]> => {
  const { ground } = asking;
  const loads: number[] = [];
  const reads: number[] = [];
  const grown: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await restart(ground);
    const before = await ground.product.memory();
    loads.push(await firstSearch(asking));
    grown.push((await ground.product.memory()) - before);
    reads.push(await readAll(asking));
  }
  return [
    row(chunks, {
      name: 'load',
      what: 'first search after a start',
      unit: 'ms',
      ours: median(loads),
      limit: median(reads),
      limitIs: 'a client of the database that fetches the same segments and does nothing with them',
      distance: 'checks each segment, copies vectors and postings into place, in small batches',
    }),
    row(chunks, {
      name: 'memory',
      what: 'memory that the first search takes (PSS of all processes)',
      unit: 'MB',
      ours: median(grown),
      limit: filled.bytes / 2 ** 20,
      limitIs: 'the bytes of the segments as they are stored',
      distance: 'postings by term instead of packed, ids as strings, room to grow; pages of the database',
    }),
    row(chunks, {
      name: 'index',
      what: 'indexing of 1,000 chunks',
      unit: 'ms',
      ours: (filled.indexMs / chunks) * 1000,
      limit: (filled.countMs / chunks) * 1000,
      limitIs: 'splitting the same texts at spaces and counting each word',
      distance: 'folding and stemming, packing postings, vectors to 16 bits, checksums',
    }),
  ];
};

const measureAsking = async (asking: Asking, chunks: number): Promise<Measurement[]> => {
  const found: Measurement[] = [];
  const scan = scanOf(chunks);
  for (const mode of modes) {
    let plain: number[] = [];
    for (const [filterName, filter] of Object.entries(filters)) {
      await ask(asking, mode, filter);
      const times = await ask(asking, mode, filter);
      const isPlain = filterName === 'all';
      if (isPlain) plain = times;
      for (const share of [0.5, 0.99]) {
        const isHybrid = mode === 'HYBRID' && isPlain;
        found.push(
          row(chunks, {
            name: `${mode.toLowerCase()}.${filterName}.p${share * 100}`,
            what: `retrieval over HTTP, ${mode}, ${filterNames[filterName as keyof typeof filters]}, p${share * 100}`,
            unit: 'ms',
            ours: percentile(times, share),
            limit: isPlain ? scan : percentile(plain, share),
            limitIs: isPlain
              ? 'memory: one pass over as many bytes as the vectors have in 8 bits'
              : 'the same questions without a filter',
            distance: isPlain
              ? `HTTP, transactions and reading the passages${isHybrid ? ', the model’s reply' : ''}; see retrieval and search`
              : 'finding the documents that the filter lets through, then the segments of each',
          }),
        );
      }
    }
  }
  return found;
};

const measureOn = async (ground: Ground, chunks: number): Promise<Measurement[]> => {
  const base = await knowledgeBaseOf(ground, [{ name: 'sample.txt', content: 'A document to copy.' }]);
  const { databaseUrl, tenantId } = ground;
  const filled = await fill({ databaseUrl, tenantId, knowledgeBaseId: base, chunks, dims });
  const asking = { ground, base };
  return [...(await measureLoading(asking, { chunks, filled })), ...(await measureAsking(asking, chunks))];
};

const partOf = (name: string, chunks: number): Part => ({
  name,
  async measure({ env }) {
    const settings: VectorServer = { dims };
    const server = await startChild(new URL('../load/vector-server.ts', import.meta.url), settings);
    const ground = await prepareGround({
      OPENAI_BASE_URL: `${server.address}/v1`,
      OPENAI_API_KEY: 'none',
      OPENAI_EMBEDDING_MODEL: 'made-up-vectors',
      OUTBOUND_ALLOW: new URL(server.address).host,
      ...env,
    });
    try {
      return await measureOn(ground, chunks);
    } finally {
      await ground.close();
      await server.stop();
    }
  },
});

export const knowledgePart = partOf('knowledge', 100_000);
/** Minutes to fill and gigabytes of disk: only when it is named. */
export const knowledgeMillionPart = partOf('knowledge-million', 1_000_000);
