import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyRows } from '../../../apps/server/src/kernel/db/wire/copy-rows.ts';
import { startChild } from '../child.ts';
import { createWords } from '../corpus.ts';
import { type Filled, fill } from '../fill.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { VectorServer } from '../load/vector-server.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readCpu } from '../process-cpu.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, prepareTestBed, type TestBed } from '../test-bed.ts';

/**
 * The dimensions of the vectors. This part measures one large knowledge base: loading it, its memory, and questions with and
 * without a filter.
 */
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
  testBed: TestBed;
  base: string;
}

const requestsOf = ({ testBed, base }: Asking, mode: string, filter: readonly object[]): Buffer[] => {
  const words = createWords(11, 100_000);
  return Array.from({ length: questions }, () =>
    requestBytes('POST', '/api/query-engine/retrieval-test', {
      headers: { authorization: `Bearer ${testBed.apiKey}` },
      body: { knowledgeBaseId: base, query: words.words(5).join(' '), topK: 10, mode, filter },
    }),
  );
};

const ask = async (asking: Asking, mode: string, filter: readonly object[]): Promise<number[]> => {
  const client = await KeepAliveClient.open(asking.testBed.product.origin);
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

/** Milliseconds of the first search after a start, which loads the index. */
const firstSearch = async (asking: Asking, mode: string = 'BM25'): Promise<number> => {
  const [request] = requestsOf(asking, mode, []);
  const client = await KeepAliveClient.open(asking.testBed.product.origin);
  try {
    const startedAt = performance.now();
    if (request) await client.send(request);
    return performance.now() - startedAt;
  } finally {
    client.close();
  }
};

const onDatabase = async <T>({ testBed }: Asking, work: (database: pg.Client) => Promise<T>): Promise<T> => {
  const database = new pg.Client({ connectionString: testBed.databaseUrl });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
};

/** The tables that hold the bytes of an index. */
const tables = ['index_segments', 'merged_segments'] as const;

/** Milliseconds that a client of the database needs to fetch every segment in binary. */
const readAll = (asking: Asking): Promise<number> =>
  onDatabase(asking, async (database) => {
    let took = 0;
    for (const table of tables) {
      const { rows } = await database.query<{ id: string }>(
        `select s.id from ${table} s join knowledge_bases b on b.tenant_id = s.tenant_id
          and b.active_index_version = s.index_version_id where b.id = $1 and s.bytes > 0`,
        [asking.base],
      );
      const startedAt = performance.now();
      for (let from = 0; from < rows.length; from += 200) {
        const ids = rows.slice(from, from + 200).map(({ id }) => id);
        await copyRows(
          database,
          `copy (select data from ${table} where tenant_id = '${asking.testBed.tenantId}'
            and id = any(string_to_array('${ids.join(' ')}', ' '))) to stdout (format binary)`,
          () => undefined,
        );
      }
      took += performance.now() - startedAt;
    }
    return took;
  });

/** Orders the merge that an import would have ordered, and waits for its end. */
const merge = (asking: Asking): Promise<number> =>
  onDatabase(asking, async (database) => {
    const startedAt = performance.now();
    await database.query(
      `select graphile_worker.add_job('knowledge.merge-segments', json_build_object('tenantId', tenant_id,
        'versionId', active_index_version)) from knowledge_bases where id = $1`,
      [asking.base],
    );
    const isMerging = async () => {
      const { rowCount } = await database.query(
        `select 1 from graphile_worker.jobs where task_identifier = 'knowledge.merge-segments'`,
      );
      return rowCount !== 0;
    };
    while (await isMerging()) await sleep(200);
    return performance.now() - startedAt;
  });

/** Milliseconds for reading once, with SIMD, the bytes that a vector search has to read. This is the best that memory allows. */
const measureScan = (chunks: number): number => {
  const bytes = Buffer.alloc(chunks * dims, 1);
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now();
    if (bytes.indexOf(0) !== -1) throw new Error('The scan found what is not there.');
    return performance.now() - startedAt;
  });
  return median(times);
};

const restart = async ({ product }: TestBed): Promise<void> => {
  await product.kill('SIGTERM');
  await product.start();
};

const row = (chunks: number, facts: Omit<Measurement, 'better'>): Measurement => ({
  ...facts,
  name: `knowledge.${chunks}.${facts.name}`,
  what: `${facts.what}, ${chunks.toLocaleString('en')} chunks of ${dims} dimensions`,
  better: 'lower',
});

interface Loading {
  loadMs: number;
  readMs: number;
  grownMb: number;
}

/** Returns the medians of several starts. */
const load = async (asking: Asking, rounds: number): Promise<Loading> => {
  const { product } = asking.testBed;
  const measured: Loading[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await restart(asking.testBed);
    const before = await product.memory();
    const loadMs = await firstSearch(asking);
    measured.push({ loadMs, grownMb: (await product.memory()) - before, readMs: await readAll(asking) });
  }
  const middle = (name: keyof Loading) => median(measured.map((each) => each[name]));
  return { loadMs: middle('loadMs'), readMs: middle('readMs'), grownMb: middle('grownMb') };
};

const loadFacts = {
  unit: 'ms',
  limitIs: 'a client of the database that only fetches the same segments',
  distance: 'checking each segment, numbering its terms, copying vectors and postings into memory',
};
const memoryFacts = { unit: 'MB', limitIs: 'the size of the imported segments in bytes' };

const measureLoading = async (
  asking: Asking,
  { chunks, filled }: { chunks: number; filled: Filled },
): Promise<Measurement[]> => {
  const rounds = chunks > 200_000 ? 1 : 3;
  const stored = filled.bytes / 2 ** 20;
  const apart = await load(asking, rounds);
  const mergeMs = await merge(asking);
  const merged = await load(asking, rounds);
  return [
    row(chunks, {
      ...loadFacts,
      name: 'load.apart',
      what: 'first search after a start, before segments are merged',
      ours: apart.loadMs,
      limit: apart.readMs,
    }),
    row(chunks, {
      ...loadFacts,
      name: 'load',
      what: 'first search after a start',
      ours: merged.loadMs,
      limit: merged.readMs,
    }),
    row(chunks, {
      ...memoryFacts,
      name: 'memory.apart',
      what: 'memory that the first search takes before segments are merged (PSS of all processes)',
      ours: apart.grownMb,
      limit: stored,
      distance:
        'postings stored by term instead of packed, ids as strings, spare capacity; pages of the database',
    }),
    row(chunks, {
      ...memoryFacts,
      name: 'memory',
      what: 'memory that the first search takes (PSS of all processes)',
      ours: merged.grownMb,
      limit: stored,
      distance: 'the same; words take less once they are merged',
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
    row(chunks, {
      name: 'merge',
      what: 'merging the words of 1,000 chunks in the background, including waiting times',
      unit: 'ms',
      ours: (mergeMs / chunks) * 1000,
      limit: (filled.countMs / chunks) * 1000,
      limitIs: 'splitting the same texts at spaces and counting each word',
      distance: 'two tiers, each of which unpacks, sorts and packs the words; slices of six milliseconds',
    }),
  ];
};

/** Measures a knowledge base that is larger than the memory for indexes, so that every question reads it from the database. */
const measureUncached = async (asking: Asking, chunks: number): Promise<Measurement[]> => {
  const { env, product } = asking.testBed;
  const roomy = env['INDEX_MEMORY_MB'] ?? '';
  env['INDEX_MEMORY_MB'] = '64';
  await restart(asking.testBed);
  const before = await product.memory();
  const found: Measurement[] = [];
  for (const mode of modes) {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) times.push(await firstSearch(asking, mode));
    found.push(
      row(chunks, {
        name: `passing.${mode.toLowerCase()}`,
        what: `question over HTTP, ${mode}, with 64 MB for indexes`,
        unit: 'ms',
        ours: median(times),
        limit: await readAll(asking),
        limitIs: loadFacts.limitIs,
        distance: 'unpacks every segment and keeps the parts that match the question',
      }),
    );
  }
  found.push(
    row(chunks, {
      name: 'passing.memory',
      what: 'memory that ten such questions take (PSS of all processes)',
      unit: 'MB',
      ours: (await product.memory()) - before,
      limit: 64,
      limitIs: 'INDEX_MEMORY_MB',
      distance:
        'ids and lengths of all chunks for one question at a time, buffers, garbage not yet collected',
    }),
  );
  env['INDEX_MEMORY_MB'] = roomy;
  await restart(asking.testBed);
  return found;
};

/** Measures the CPU time of server and database for one question, in milliseconds. */
const cpuOfQuestion = async (asking: Asking, work: () => Promise<number[]>): Promise<[number[], number]> => {
  const pids = (await asking.testBed.product.processes()).map(({ pid }) => pid);
  const spent = async () => (await Promise.all(pids.map(readCpu))).reduce((sum, cpu) => sum + cpu, 0);
  const before = await spent();
  const times = await work();
  return [times, ((await spent()) - before) / times.length / 1000];
};

interface Asked {
  p50: number;
  p99: number;
  cpu: number;
}

const shares = { p50: 'p50', p99: 'p99', cpu: 'CPU of server and database' } as const;

const rowsOfAsking = (chunks: number, { mode, filterName, asked, plain, scan }: AskedFacts): Measurement[] =>
  (Object.keys(shares) as (keyof typeof shares)[]).map((share) =>
    row(chunks, {
      name: `${mode.toLowerCase()}.${filterName}.${share}`,
      what: `retrieval over HTTP, ${mode}, ${filterNames[filterName]}, ${shares[share]}`,
      unit: 'ms',
      ours: asked[share],
      ...(plain
        ? {
            limit: plain[share],
            limitIs: 'the same questions without a filter',
            distance: 'finding the documents that match the filter, then the segments of each',
          }
        : {
            limit: scan,
            limitIs: 'the memory bandwidth: one SIMD pass over as many bytes as the 8-bit vectors have',
            distance: `HTTP, transactions and reading the chunks${mode === 'HYBRID' ? ', the model’s reply' : ''}; see retrieval and search`,
          }),
    }),
  );

interface AskedFacts {
  mode: (typeof modes)[number];
  filterName: keyof typeof filters;
  asked: Asked;
  plain: Asked | undefined;
  scan: number;
}

const measureAsking = async (asking: Asking, chunks: number): Promise<Measurement[]> => {
  const found: Measurement[] = [];
  const scan = measureScan(chunks);
  for (const mode of modes) {
    let plain: Asked | undefined;
    for (const filterName of ['all', 'half', 'percent'] as const) {
      const filter = filters[filterName];
      await ask(asking, mode, filter);
      const [times, cpu] = await cpuOfQuestion(asking, () => ask(asking, mode, filter));
      const asked = { p50: percentile(times, 0.5), p99: percentile(times, 0.99), cpu };
      found.push(...rowsOfAsking(chunks, { mode, filterName, asked, plain, scan }));
      plain ??= asked;
    }
  }
  return found;
};

const measureOn = async (testBed: TestBed, chunks: number): Promise<Measurement[]> => {
  const base = await importKnowledgeBase(testBed, [{ name: 'sample.txt', content: 'A document to copy.' }]);
  const { databaseUrl, tenantId } = testBed;
  const filled = await fill({ databaseUrl, tenantId, knowledgeBaseId: base, chunks, dims });
  const asking = { testBed, base };
  return [
    ...(await measureLoading(asking, { chunks, filled })),
    ...(await measureAsking(asking, chunks)),
    ...(await measureUncached(asking, chunks)),
  ];
};

const partOf = (name: string, chunks: number): Part => ({
  name,
  async measure({ env }) {
    const settings: VectorServer = { dims };
    const server = await startChild(new URL('../load/vector-server.ts', import.meta.url), settings);
    const testBed = await prepareTestBed({
      OPENAI_BASE_URL: `${server.address}/v1`,
      INDEX_MEMORY_MB: '4096',
      OPENAI_API_KEY: 'none',
      OPENAI_EMBEDDING_MODEL: 'made-up-vectors',
      OUTBOUND_ALLOW: new URL(server.address).host,
      ...env,
    });
    try {
      return await measureOn(testBed, chunks);
    } finally {
      await testBed.close();
      await server.stop();
    }
  },
});

export const knowledgePart = partOf('knowledge', 100_000);
/** Takes minutes and gigabytes of disk, so it runs only when it is named. */
export const knowledgeMillionPart = partOf('knowledge-million', 1_000_000);
