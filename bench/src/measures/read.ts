import pg from 'pg';
import { listTree } from '../../../e2e/src/process-tree.ts';
import { startChild } from '../child.ts';
import { mixedFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import type { BareFastify } from '../limits/bare-fastify.ts';
import { type Burst, closedLoop } from '../load/closed-loop.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import type { Measurement, Part } from '../measurement.ts';
import { readCpu } from '../process-cpu.ts';
import { readKnowledgeBase } from '../queries.ts';
import { median, percentile } from '../statistics.ts';
import { importKnowledgeBase, makeApp, prepareTestBed, type TestBed } from '../test-bed.ts';

const callersAtOnce = 16;
const rounds = 5;
const burstMs = 600;

/** The result of a burst, with the CPU microseconds per call of all processes that served it. */
type Weighed = Burst & { cpu: number };

const weighed = (serving: () => Promise<number[]>) => async (burst: () => Promise<Burst>) => {
  const spent = async () =>
    (await Promise.all((await serving()).map(readCpu))).reduce((sum, cpu) => sum + cpu, 0);
  const before = await spent();
  const result = await burst();
  return { ...result, cpu: ((await spent()) - before) / result.times.length };
};
type Weigh = ReturnType<typeof weighed>;

/** Measures bursts of load on one address, from one caller and from many. */
const httpLoad = async (origin: string, request: Buffer, weigh: Weigh) => {
  const clients = await Promise.all(
    Array.from({ length: callersAtOnce }, () => KeepAliveClient.open(origin)),
  );
  const callers = clients.map((client) => () => client.send(request));
  return {
    burst: (count: number) => () => weigh(() => closedLoop(callers.slice(0, count), burstMs)),
    close: () => clients.forEach((client) => client.close()),
  };
};

/** Measures bursts of one statement, on as many connections as the product's pool has. */
const queryLoad = async (databaseUrl: string, statement: pg.QueryConfig, weigh: Weigh) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const call = () => pool.query(statement);
  return {
    burst: (count: number) => () =>
      weigh(() =>
        closedLoop(
          Array.from({ length: count }, () => call),
          burstMs,
        ),
      ),
    close: () => pool.end(),
  };
};

const middle = (bursts: readonly Burst[], share: number): number =>
  median(bursts.map(({ times }) => percentile(times, share)));

const limits = {
  both: 'a bare Fastify route that runs one prepared statement for the same rows',
  route: 'a bare Fastify route that replies with the same JSON',
  query: 'a bare `pg` query of the same rows, no HTTP',
};
const why = {
  both: 'round trips for key, begin with tenant, three selects and commit, while the limit has one; then headers, log line, metrics, Zod on the reply',
  route: 'almost all of it is the database; see the row above',
  query: 'round trips as above, and HTTP',
};
type Limit = keyof typeof limits;

const compare = (alone: Record<'ours' | Limit, Weighed[]>, loaded: Record<'ours' | Limit, Weighed[]>) => {
  const cpuOfRound = (bursts: readonly Weighed[]) => median(bursts.map(({ cpu }) => cpu));
  const found: Measurement[] = [
    {
      name: 'read.cpu.both',
      what: `authenticated read, CPU of server and database, ${callersAtOnce} callers`,
      unit: 'µs',
      better: 'lower',
      ours: cpuOfRound(loaded.ours),
      limit: cpuOfRound(loaded.both),
      limitIs: limits.both,
      distance: why.both,
    },
  ];
  for (const limit of ['both', 'route', 'query'] as const) {
    const shared = { limitIs: limits[limit], distance: why[limit] };
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const)
      found.push({
        name: `read.${name}.${limit}`,
        what: `authenticated read, one caller, ${name}`,
        unit: 'ms',
        better: 'lower',
        ours: middle(alone.ours, share),
        limit: middle(alone[limit], share),
        ...shared,
      });
    found.push({
      name: `read.throughput.${limit}`,
      what: `authenticated read, ${callersAtOnce} callers`,
      unit: '/s',
      better: 'higher',
      ours: median(loaded.ours.map(({ perSecond }) => perSecond)),
      limit: median(loaded[limit].map(({ perSecond }) => perSecond)),
      ...shared,
    });
  }
  return found;
};

const measureOn = async (testBed: TestBed): Promise<Measurement[]> => {
  const { product, tenantId, apiKey, databaseUrl } = testBed;
  const base = await importKnowledgeBase(testBed, mixedFiles(16, 1));
  await makeApp(testBed, { knowledgeBaseIds: [base] });
  const path = `/api/content/knowledge-base/${base}`;
  const rows = readKnowledgeBase(tenantId, base);
  const settings: BareFastify = { reply: await testBed.client.get(path), databaseUrl, rows, tenantId };
  const bare = await startChild(new URL('../limits/bare-fastify.ts', import.meta.url), settings);
  const get = (address: string, headers = {}) => requestBytes('GET', address, { headers });
  /** Reads the CPU time of the database, which is a child of the product and serves every contender. */
  const database = async () =>
    (await listTree(product.pid ?? 0)).map(({ pid }) => pid).filter((pid) => pid !== product.pid);
  const weighWith = (server: number | undefined) =>
    weighed(async () => [...(await database()), ...(server === undefined ? [] : [server])]);
  const loads = {
    ours: await httpLoad(
      product.origin,
      get(path, { authorization: `Bearer ${apiKey}` }),
      weighWith(product.pid),
    ),
    both: await httpLoad(bare.address, get('/rows'), weighWith(bare.pid)),
    route: await httpLoad(bare.address, get('/reply'), weighWith(bare.pid)),
    query: await queryLoad(databaseUrl, rows, weighWith(undefined)),
  };
  const at = (callers: number) =>
    interleave(rounds, {
      ours: loads.ours.burst(callers),
      both: loads.both.burst(callers),
      route: loads.route.burst(callers),
      query: loads.query.burst(callers),
    });
  try {
    return compare(await at(1), await at(callersAtOnce));
  } finally {
    for (const load of Object.values(loads)) await load.close();
    await bare.stop();
  }
};

/** Measures a validated, authenticated read: GET /api/content/knowledge-base/:id with an API key. */
export const readPart: Part = {
  name: 'read',
  async measure({ env }) {
    const testBed = await prepareTestBed(env);
    try {
      return await measureOn(testBed);
    } finally {
      await testBed.close();
    }
  },
};
