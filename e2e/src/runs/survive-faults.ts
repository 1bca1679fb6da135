import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { startCluster, type TestCluster } from '../../../tools/test-cluster.mjs';
import { eventually } from '../eventually.ts';
import { type EchoServer, startEcho } from './echo-server.ts';
import { randomOf } from './random.ts';
import { type RunProcess, startRunProcess } from './run-process.ts';

const moments = 30;
const atOnce = 200;
const leaseMs = 2_000;
const shapes = ['plain', 'timer', 'signal', 'child', 'mixed'] as const;

interface Order {
  n: number;
  shape: (typeof shapes)[number];
}

const isSignalled = ({ shape }: Order) => shape === 'signal' || shape === 'mixed';

/** Returns the expected result of a run, to which each outward step contributes its value. */
const expectedOf = ({ n, shape }: Order): number =>
  n + (isSignalled({ n, shape }) ? 1000 : 0) + (shape === 'child' || shape === 'mixed' ? n + 1 : 0) + 1;

/** Starts runs, sends their signals, and remembers the runs that were acknowledged. */
class Load {
  readonly acknowledged = new Map<string, Order>();
  readonly #processes: readonly RunProcess[];
  readonly #signalling = new Set<Promise<void>>();
  #count = 0;
  #isOver = false;

  constructor(processes: readonly RunProcess[]) {
    this.#processes = processes;
  }

  async #orderUntilTaken(body: unknown): Promise<unknown> {
    for (;;) {
      for (const process of this.#processes) {
        const reply = await process.order(body);
        if (reply !== undefined) return reply;
      }
      await sleep(50);
    }
  }

  async startOne(tenantId: string): Promise<void> {
    this.#count += 1;
    const order: Order = { n: this.#count, shape: shapes[this.#count % shapes.length] ?? 'plain' };
    const runId = String(await this.#orderUntilTaken({ tenantId, start: order }));
    this.acknowledged.set(runId, order);
    if (!isSignalled(order)) return;
    const signalling = this.#signal(tenantId, runId).finally(() => this.#signalling.delete(signalling));
    this.#signalling.add(signalling);
  }

  /** Sends each signal twice, as a sender does that got no reply. */
  async #signal(tenantId: string, runId: string): Promise<void> {
    await sleep(Math.random() * 400);
    const signal = { runId, payload: 1000, id: randomUUID() };
    await this.#orderUntilTaken({ tenantId, signal });
    await this.#processes[0]?.order({ tenantId, signal });
  }

  /** Keeps the wanted number of runs open. */
  async keepUp(tenants: readonly string[], countOpen: () => Promise<number>): Promise<void> {
    while (!this.#isOver) {
      const missing = atOnce - (await countOpen().catch(() => atOnce));
      const starts = Array.from({ length: Math.min(missing, 40) }, (_, at) =>
        this.startOne(tenants[(this.#count + at) % tenants.length] ?? ''),
      );
      await Promise.all(starts);
      await sleep(20);
    }
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#signalling);
  }
}

interface TestBed {
  cluster: TestCluster;
  echo: EchoServer;
  api: RunProcess;
  worker: RunProcess;
  sql<R extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<R[]>;
}

const restart = async (...processes: RunProcess[]) => {
  for (const process of processes) await process.kill();
  for (const process of processes) await process.start();
};

const faults: Record<string, (testBed: TestBed) => Promise<void>> = {
  'api killed': ({ api }) => restart(api),
  'worker killed': ({ worker }) => restart(worker),
  'both killed': ({ api, worker }) => restart(api, worker),
  'PostgreSQL restarted': async ({ cluster }) => {
    cluster.pause();
    cluster.resume();
  },
  'PostgreSQL crashed': async ({ cluster }) => {
    cluster.crash();
    cluster.resume();
  },
  'worker frozen past its lease': ({ worker }) => worker.freeze(leaseMs + 1_000),
};

const withTestBed = async (binaries: string | undefined, work: (testBed: TestBed) => Promise<void>) => {
  const cluster = await startCluster(binaries, { durable: true });
  const echo = await startEcho();
  const pool = new pg.Pool({ connectionString: cluster.url, max: 2 });
  pool.on('error', () => undefined);
  const settings = { databaseUrl: cluster.url, echo: echo.address, leaseMs };
  const processes: RunProcess[] = [];
  try {
    const api = await startRunProcess({ ...settings, roles: 'api' });
    processes.push(api);
    const worker = await startRunProcess({ ...settings, roles: 'worker' });
    processes.push(worker);
    await work({
      cluster,
      echo,
      api,
      worker,
      sql: async <R extends pg.QueryResultRow>(statement: string, values?: unknown[]) =>
        (await pool.query<R>(statement, values)).rows,
    });
  } finally {
    for (const process of processes) await process.kill();
    await pool.end();
    await echo.close();
    cluster.stop();
  }
};

/**
 * Starts hundreds of runs on a cluster with these binaries, breaks something at thirty random moments, and expects that all runs end with
 * each recorded call made once.
 */
export const surviveFaults = async (binaries: string | undefined): Promise<void> => {
  await withTestBed(binaries, async (testBed) => {
    const { sql, echo } = testBed;
    const tenants = Array.from({ length: 8 }, (_, at) => `ten_${at}`);
    for (const id of tenants) await sql('insert into tenants (id, name, slug) values ($1, $1, $1)', [id]);
    const open = async () =>
      (
        await sql<{ open: number }>(
          `select count(*)::int as open from runs where kind = 'faults.three' and finished_at is null`,
        )
      )[0]?.open ?? atOnce;
    const load = new Load([testBed.api, testBed.worker]);
    const supply = load.keepUp(tenants, open);
    await eventually(async () => (await open()) >= atOnce / 2, { within: 60_000, what: 'The load' });
    const random = randomOf(18);
    const names = Object.keys(faults);
    const met: string[] = [];
    for (let moment = 0; moment < moments; moment += 1) {
      await sleep(random() * 700);
      const name = names[moment % names.length] ?? '';
      met.push(name);
      await faults[name]?.(testBed);
    }
    const ending = load.end();
    await Promise.all([supply, ending]);
    const stillOpen = () =>
      sql<{ id: string; kind: string; status: string; owner: string | null; journal: number }>(
        `select id, kind, status, owner, (select count(*)::int from run_journal where run_id = runs.id) as journal
        from runs where finished_at is null`,
      );
    // A start whose acknowledgement was lost may have created a run, for which nobody sends a signal.
    const isForgotten = ({ id, kind, status }: { id: string; kind: string; status: string }) =>
      kind === 'faults.three' && status === 'WAITING' && !load.acknowledged.has(id);
    const stuck = () => stillOpen().then((runs) => runs.filter((run) => !isForgotten(run)));
    await eventually(async () => (await stuck()).length === 0, {
      within: 120_000,
      what: 'The end of all runs',
    }).catch(() => undefined);
    expect(await stuck()).toEqual([]);
    const runs = await sql<{ id: string; status: string; output: string }>(
      `select id, status, output from runs where kind = 'faults.three'`,
    );
    const byId = new Map(runs.map((run) => [run.id, run]));
    const wrong = [...load.acknowledged].filter(
      ([id, order]) =>
        byId.get(id)?.status !== 'COMPLETED' || Number(byId.get(id)?.output) !== expectedOf(order),
    );
    expect(wrong).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(atOnce);
    expect(new Set(met).size).toBe(names.length);
    expect([...echo.effects.values()].filter((count) => count !== 1)).toEqual([]);
    // A call that was in progress during a kill may be repeated. A call whose result was recorded may not.
    const recorded = await sql<{ key: string; at: Date }>(
      'select key, at from run_journal where key is not null',
    );
    const repeated = recorded.filter(({ key, at }) =>
      (echo.calls.get(key) ?? []).some((call) => call > at.getTime() + 1),
    );
    expect(repeated).toEqual([]);
    expect(recorded.length).toBeGreaterThanOrEqual(2 * load.acknowledged.size);
    expect(recorded.filter(({ key }) => echo.calls.get(key) === undefined)).toEqual([]);
  });
};
