import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../../src/kernel/db/migrate.ts';
import { defineRun } from '../../../src/kernel/runs/definition/define-run.ts';
import { createDatabase, startTestServer, type TestServer } from '../../harness.ts';
import { ended, moduleOf, outputOf, readRun } from './probe-runs.ts';

const migrations = new URL('../../../migrations', import.meta.url).pathname;
const firstOfEngine = '0069';

/** Brings an empty database to the schema that the last version without the engine had. */
const migrateToBefore = async (pool: pg.Pool): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'));
  const before = (await readdir(migrations)).filter((name) => name < firstOfEngine);
  for (const name of before) await copyFile(join(migrations, name), join(folder, name));
  await migrate(pool, folder);
  await rm(folder, { recursive: true, force: true });
};

/** The rows that the previous version wrote. `queued` is the entry of its queue for an open run. */
interface OldRun {
  id: string;
  kind?: string;
  status: string;
  input?: object;
  checkpoint?: object;
  cause?: object;
  note?: string;
  attempts?: number;
  cancelled?: boolean;
  queued?: { availableInMs?: number; leasedForMs?: number };
}

const oldRuns: OldRun[] = [
  { id: 'run_completed', status: 'COMPLETED', note: '3 documents read.', attempts: 2 },
  { id: 'run_failed', status: 'FAILED', cause: { code: 'documents.broken', message: 'The file is broken.' } },
  { id: 'run_cancelled', status: 'CANCELLED', cancelled: true },
  { id: 'run_queued', status: 'QUEUED', queued: {} },
  {
    id: 'run_running',
    status: 'RUNNING',
    checkpoint: { done: 3 },
    attempts: 1,
    queued: { leasedForMs: 60_000 },
  },
  {
    id: 'run_retrying',
    status: 'QUEUED',
    cause: { code: 'models.unreachable', message: 'The model did not answer.' },
    attempts: 2,
    queued: { availableInMs: 3_600_000 },
  },
  { id: 'run_stopping', status: 'RUNNING', cancelled: true, attempts: 1, queued: { leasedForMs: 60_000 } },
  { id: 'run_unknown', kind: 'test.forgotten', status: 'QUEUED', queued: {} },
  { id: 'run_sync', kind: 'sources.sync', status: 'RUNNING', attempts: 1, queued: { leasedForMs: 60_000 } },
  { id: 'run_import', kind: 'knowledge.import', status: 'QUEUED', queued: {} },
  { id: 'run_graph', kind: 'graph.build', status: 'QUEUED', queued: {} },
  { id: 'run_schema', kind: 'schemas.run', status: 'QUEUED', input: { modelId: null }, queued: {} },
  { id: 'run_reindex', kind: 'knowledge.reindex', status: 'QUEUED', input: { switches: true }, queued: {} },
  { id: 'run_rebuild', kind: 'knowledge.rebuild-store', status: 'QUEUED', queued: {} },
  { id: 'run_summary', kind: 'knowledge.summarize', status: 'QUEUED', queued: {} },
];

const insertOld = async (pool: pg.Pool, run: OldRun): Promise<void> => {
  const client = await pool.connect();
  await client.query("select set_config('app.tenant_id', 'ten_old', false)");
  const isEnded = run.queued === undefined;
  await client.query(
    `insert into runs (tenant_id, id, kind, subject_id, status, progress, input, checkpoint, cause, note, attempts,
       cancel_requested_at, actor, started_at, finished_at)
     values ('ten_old', $1, $2, $3, $4, 0.5, $5, $6, $7, $8, $9, case when $10 then now() end,
       '{"kind":"system","name":"before"}', now(), case when $11 then now() end)`,
    [
      run.id,
      run.kind ?? 'test.upgraded',
      `sub_${run.id}`,
      run.status,
      { knowledgeBaseId: 'kb_old', ...run.input },
      run.checkpoint ?? {},
      run.cause ?? null,
      run.note ?? null,
      run.attempts ?? 0,
      run.cancelled ?? false,
      isEnded,
    ],
  );
  if (run.queued)
    await client.query(
      `insert into run_queue (run_id, tenant_id, kind, attempts, available_at, lease_owner, lease_until, cancelled)
       values ($1, 'ten_old', $2, $3, now() + $4 * interval '1 ms', case when $5 > 0 then 'before' end,
         case when $5 > 0 then now() + $5 * interval '1 ms' end, $6)`,
      [
        run.id,
        run.kind ?? 'test.upgraded',
        run.attempts ?? 0,
        run.queued.availableInMs ?? 0,
        run.queued.leasedForMs ?? 0,
        run.cancelled ?? false,
      ],
    );
  client.release();
};

const upgraded = defineRun({
  kind: 'test.upgraded',
  version: 1,
  input: z.object({}),
  output: z.string(),
  lane: 'heavy',
  run: async (run) => `${run.subjectId} in ${run.scopeId}`,
});

describe('an upgrade from the version before the run engine', () => {
  let server: TestServer;
  beforeAll(async () => {
    const databaseUrl = await createDatabase('empty');
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
    await migrateToBefore(pool);
    await pool.query("insert into tenants (id, name, slug) values ('ten_old', 'Old Ltd', 'old-ltd')");
    for (const run of oldRuns) await insertOld(pool, run);
    await pool.end();
    server = await startTestServer({ databaseUrl, extraModules: [moduleOf(upgraded)] });
  });
  afterAll(() => server.close());

  it('An upgrade keeps every ended run of the old queue as it was', async () => {
    expect(await readRun(server, 'run_completed')).toMatchObject({
      status: 'COMPLETED',
      note: '3 documents read.',
      attempts: 2,
      subject_id: 'sub_run_completed',
      scope_id: 'kb_old',
      owner: null,
    });
    expect(await readRun(server, 'run_failed')).toMatchObject({
      status: 'FAILED',
      cause: { code: 'documents.broken', message: 'The file is broken.' },
    });
    expect(await readRun(server, 'run_cancelled')).toMatchObject({ status: 'CANCELLED' });
  });

  it('Runs that the old queue held are completed after the upgrade, whether they were queued or under work', async () => {
    for (const id of ['run_queued', 'run_running']) {
      const run = await ended(server, id);
      expect(run).toMatchObject({ status: 'COMPLETED', cause: null });
      expect(outputOf(run)).toBe(`sub_${id} in kb_old`);
    }
  });

  it('A run of the old queue that waits for its next attempt still waits for it after the upgrade', async () => {
    const [run] = await server.sql<{ status: string; ready: boolean; minutes: number }>(
      `select status, ready_at is not null as ready, extract(epoch from wake_at - now()) / 60 as minutes
       from runs where id = 'run_retrying'`,
    );
    expect(run).toMatchObject({ status: 'QUEUED', ready: false });
    expect(Number(run?.minutes)).toBeGreaterThan(30);
  });

  it('A run that was to be cancelled before the upgrade ends as cancelled', async () => {
    expect(await ended(server, 'run_stopping')).toMatchObject({ status: 'CANCELLED' });
  });

  it('An old run of an unknown kind fails with that as its cause', async () => {
    expect(await ended(server, 'run_unknown')).toMatchObject({
      status: 'FAILED',
      cause: { code: 'runs.unknown_kind' },
    });
  });

  it.each(oldRuns.filter(({ kind }) => kind && kind !== 'test.forgotten'))(
    'An old run of the kind $kind whose subject is gone fails with that as its cause',
    async ({ id }) => {
      const run = await ended(server, id);
      expect(run.status).toBe('FAILED');
      expect(run.cause?.code).toMatch(/^(sources|knowledge|schemas|graph|index_versions)\.\w*not_found$/);
    },
  );
});
