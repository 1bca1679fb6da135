// Runs the product's run engine in a process of its own. Takes settings and prints figures, both as JSON.
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { loadConfig } from '../../../apps/server/src/kernel/config/config.ts';
import type { Ctx } from '../../../apps/server/src/kernel/context/context.ts';
import { createContext } from '../../../apps/server/src/kernel/context/create-context.ts';
import { silentLog } from '../../../apps/server/src/kernel/log/log.ts';
import { defineModule } from '../../../apps/server/src/kernel/module/module.ts';
import { defineRun } from '../../../apps/server/src/kernel/runs/definition/define-run.ts';
import { settledHere, startHere } from '../../../apps/server/src/kernel/runs/execution/start-here.ts';
import { startRun } from '../../../apps/server/src/kernel/runs/start/start-run.ts';
import { startServer } from '../../../apps/server/src/kernel/start/start-server.ts';
import { measuredShapes } from '../../../apps/server/tests/kernel/runs/measured-shapes.ts';
import { readSettings } from '../child.ts';
import { type Load, measureStarters, type RunTimes } from './starters.ts';

interface Settings {
  ownerUrl: string;
  dataFolder: string;
  load: Load;
  /** All three steps are outward, or one is outward and two have no effect outside. */
  steps: 'outward' | 'mixed';
  /** The size in bytes of results that other runs write continuously during the measurement. */
  large?: number;
  /** The number of runs of one tenant that are queued before the runs of another tenant are measured. */
  backlog?: number;
}

const settings = readSettings<Settings>();
const times = new Map<string, number[]>();
/** The callers that wait for the last step of a run, by its id. */
const waiting = new Map<string, () => void>();

const bench = defineRun({
  kind: 'bench.three',
  version: 1,
  input: measuredShapes.counted,
  output: measuredShapes.count,
  run: async (run, { n }) => {
    const steps: number[] = [];
    times.set(run.runId, steps);
    const work = async () => {
      steps.push(performance.now());
      return n;
    };
    if (settings.steps === 'mixed') {
      await run.step('one', work);
      await run.outward('two', {}, work);
      await run.step('three', work);
    } else for (const name of ['one', 'two', 'three']) await run.outward(name, {}, work);
    waiting.get(run.runId)?.();
    waiting.delete(run.runId);
    return n;
  },
});
const large = defineRun({
  kind: 'bench.large',
  version: 1,
  input: measuredShapes.sized,
  output: measuredShapes.nothing,
  run: async (run, { bytes }) => {
    for (const name of ['one', 'two', 'three'])
      await run.outward(name, {}, async () =>
        Buffer.alloc(bytes / 2, crypto.randomUUID())
          .toString('hex')
          .slice(0, bytes),
      );
    return null;
  },
});

const config = loadConfig({
  ATELIER_DATA: settings.dataFolder,
  DATABASE_URL: settings.ownerUrl,
  ATELIER_ROLES: 'worker',
});
const { services, container, pool, close } = await startServer({
  config,
  log: silentLog(),
  modules: [defineModule({ name: 'bench', runs: [bench, large] })],
  createAuthenticate: () => () => Promise.reject(new Error('nobody asks')),
  version: 'bench',
  migrationsDirectory: fileURLToPath(new URL('../../../apps/server/migrations', import.meta.url)),
  pagesDirectory: settings.dataFolder,
  computeEntry: '',
});
const owner = new pg.Client({ connectionString: settings.ownerUrl });
await owner.connect();
const contexts: Ctx[] = [];
for (let at = 0; at < 16; at += 1) {
  const tenantId = `ten_bench_${at}`;
  await owner.query(`insert into tenants (id, name, slug) values ($1, $1, $1) on conflict do nothing`, [
    tenantId,
  ]);
  contexts.push(
    createContext({ pool, container, services, tenantId, actor: { kind: 'system', name: 'bench' } }),
  );
}
if (settings.backlog !== undefined)
  await owner.query(
    `insert into runs (tenant_id, id, kind, version, engine, input, actor, ready_at)
      select 'ten_bench_0', 'run_' || gen_random_uuid(), 'bench.three', 1, 1, '{"n":1}', '{}', clock_timestamp() from generate_series(1, $1::int)`,
    [settings.backlog],
  );
await owner.query('analyze runs');
await owner.end();

const runOnce = async (tenant: number): Promise<RunTimes> => {
  const ctx = contexts[tenant] ?? contexts[0];
  if (!ctx) throw new Error('no tenant');
  const started = performance.now();
  const id = (await startHere(ctx, bench, { input: { n: 1 } })) ?? '';
  await settledHere(ctx, id);
  const steps = times.get(id) ?? [];
  times.delete(id);
  return { started, steps };
};

/** Starts a run through the queue, as a start inside a caller's transaction does. */
const queueOnce = async (): Promise<RunTimes> => {
  const ctx = contexts[1];
  if (!ctx) throw new Error('no tenant');
  const { promise, resolve } = Promise.withResolvers<void>();
  const { runId } = await ctx.tx(async (tx) => {
    const begun = await startRun(tx, bench, { input: { n: 1 } });
    waiting.set(begun.runId ?? '', resolve);
    return begun;
  });
  const started = performance.now();
  await promise;
  const steps = times.get(runId ?? '') ?? [];
  times.delete(runId ?? '');
  return { started, steps };
};

let isOver = false;
const writeLarge = async (bytes: number) => {
  const [ctx] = contexts;
  while (ctx && !isOver) {
    const id = await startHere(ctx, large, { input: { bytes } });
    await settledHere(ctx, id ?? '');
  }
};
const beside = settings.large === undefined ? [] : [writeLarge(settings.large), writeLarge(settings.large)];
const figures = await measureStarters(settings.load, settings.backlog === undefined ? runOnce : queueOnce);
isOver = true;
await Promise.all(beside);
process.stdout.write(`${JSON.stringify({ ...figures, memory: process.memoryUsage().rss / 1e6 })}\n`);
await close();
process.exit(0);
