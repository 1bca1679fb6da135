import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadConfig } from '../../../apps/server/src/kernel/config/config.ts';
import { silentLog } from '../../../apps/server/src/kernel/log/log.ts';
import {
  type RunningDatabase,
  startDatabase,
} from '../../../apps/server/src/kernel/postgres/embedded-postgres.ts';
import type { Measurement, Part } from '../measurement.ts';
import type { Load, RunFigures } from '../runs/starters.ts';
import { median } from '../statistics.ts';

const run = promisify(execFile);
const rounds = 2;
const seconds = 5;
/**
 * The commits that a run of three outward steps must wait for: its start, two results, and the last result together with the
 * end.
 */
const commits = 4;

/** Other engines that are measured in the same run, with the versions that were compared. */
const others = {
  '@dbos-inc/dbos-sdk': '5.3.0',
  '@restatedev/restate-sdk': '1.17.2',
  '@restatedev/restate-server': '1.7.12',
};

interface TestBed {
  database: RunningDatabase;
  folder: string;
  othersFolder: string;
}

type EngineFigures = RunFigures & { memory: number };

const measure = async <T>(file: string, settings: unknown): Promise<T> => {
  const path = new URL(`../runs/${file}`, import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [path, JSON.stringify(settings)], { maxBuffer: 1e7 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as T;
};

const loadOf = ({ database }: TestBed, starters: number, more: Partial<Load> = {}): Load => ({
  starters,
  seconds,
  pids: [database.serverPid() ?? 0],
  ...more,
});

const ours = (testBed: TestBed, load: Load, more: object = {}): Promise<EngineFigures> =>
  measure('engine.ts', {
    ownerUrl: testBed.database.ownerUrl,
    dataFolder: testBed.folder,
    load,
    steps: 'outward',
    ...more,
  });

const bare = (testBed: TestBed, load: Load): Promise<RunFigures> =>
  measure('bare-commits.ts', { url: testBed.database.ownerUrl, load, commits });

const dbos = async (testBed: TestBed, load: Load): Promise<RunFigures> => {
  const url = testBed.database.adminUrl ?? testBed.database.ownerUrl;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = `dbos_${crypto.randomUUID().slice(0, 8)}`;
  await client.query(`create database ${name}`);
  await client.end();
  return measure('dbos.mjs', {
    folder: testBed.othersFolder,
    url: url.replace('/atelier', `/${name}`),
    load,
  });
};

const restate = async (testBed: TestBed, load: Load): Promise<RunFigures> =>
  measure('restate.mjs', {
    folder: testBed.othersFolder,
    data: await mkdtemp(join(testBed.folder, 'restate-')),
    load,
  });

/** Runs the contenders in turn in each round, and returns the figures of each. */
const inTurn = async <F extends RunFigures>(
  contenders: Record<string, () => Promise<F>>,
): Promise<Map<string, F[]>> => {
  const names = Object.keys(contenders);
  const found = new Map<string, F[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figures = await contenders[name]?.();
      if (figures) found.set(name, [...(found.get(name) ?? []), figures]);
    }
  return found;
};

const of = <F extends RunFigures>(figures: readonly F[], pick: (one: F) => number): number =>
  median(figures.map(pick));
const perSecond = ({ perSecond: rate }: RunFigures) => rate;
const cpu = ({ cpuHere, cpuOthers }: RunFigures) => cpuHere + cpuOthers;

const bareIs = `${commits} one-row commits for each run, one connection per starter`;

const atStarters = async (testBed: TestBed, starters: number): Promise<Measurement[]> => {
  const load = loadOf(testBed, starters);
  const all = await inTurn({
    ours: () => ours(testBed, load),
    bare: () => bare(testBed, load),
    dbos: () => dbos(testBed, load),
    restate: () => restate(testBed, { ...load, pids: [] }),
  });
  const figuresOf = (name: string) => all.get(name) ?? [];
  const compare = (name: string, limitIs: string): Measurement => ({
    name: `runs.${starters}.${name}`,
    what: `runs of three recorded steps, ${starters} starters`,
    unit: 'runs/s',
    ours: of(figuresOf('ours'), perSecond),
    limit: of(figuresOf(name), perSecond),
    limitIs,
    better: 'higher',
    distance: 'waiting runs share a commit',
  });
  const times = (name: string, pick: (one: RunFigures) => number): Measurement => ({
    name: `runs.${starters}.${name}`,
    what: `${name} of a run, ${starters} starters`,
    unit: 'ms',
    ours: of(figuresOf('ours'), pick),
    limit: of(figuresOf('bare'), pick),
    limitIs: bareIs,
    better: 'lower',
    distance: 'waiting for the previous commit',
  });
  return [
    compare('bare', bareIs),
    compare('dbos', 'DBOS 5.3.0 on the same PostgreSQL'),
    compare('restate', 'Restate 1.7.12 with its own store'),
    times('start to first step', ({ startToStep }) => startToStep),
    times('step to step', ({ stepToStep }) => stepToStep),
    times('processor time', cpu),
  ];
};

const beside = async (testBed: TestBed): Promise<Measurement[]> => {
  const load = loadOf(testBed, 32);
  const both = await inTurn({
    alone: () => ours(testBed, load),
    withLarge: () => ours(testBed, load, { large: 1_000_000 }),
  });
  const alone = both.get('alone') ?? [];
  const withLarge = both.get('withLarge') ?? [];
  const one = loadOf(testBed, 1);
  const empty = await ours(testBed, one, { backlog: 0 });
  const behind = await ours(testBed, one, { backlog: 100_000 });
  const many = await ours(testBed, loadOf(testBed, 64, { atLeast: 100_000 }));
  return [
    {
      name: 'runs.large',
      what: '32 starters beside two that write results of 1 MB all the time',
      unit: 'runs/s',
      ours: of(withLarge, perSecond),
      limit: of(alone, perSecond),
      limitIs: 'the 32 starters alone',
      better: 'higher',
      distance: 'the disk, and the bytes through one process',
    },
    {
      name: 'runs.backlog',
      what: 'start to first step of a queued run behind 100,000 of another tenant',
      unit: 'ms',
      ours: behind.startToStep,
      limit: empty.startToStep,
      limitIs: 'the same without the others',
      better: 'lower',
      distance: 'waiting for a position among the runs in progress',
    },
    {
      name: 'runs.memory',
      what: 'resident memory after 100,000 runs',
      unit: 'MB',
      ours: many.memory,
      limit: of(alone, ({ memory }) => memory),
      limitIs: 'the same after some thousands of runs',
      better: 'lower',
      distance: 'the heap between two collections',
    },
  ];
};

const installOthers = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'compared', private: true, dependencies: others }),
  );
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent'], {
    maxBuffer: 1e7,
  });
};

/** Compares durable runs with the commits that they cannot avoid, and with two engines that are installed only for this. */
export const runsPart: Part = {
  name: 'runs',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
    const othersFolder = join(folder, 'others');
    await installOthers(othersFolder);
    const database = await startDatabase(loadConfig({ ATELIER_DATA: folder }), silentLog());
    try {
      const testBed: TestBed = { database, folder, othersFolder };
      const found: Measurement[] = [];
      for (const starters of [1, 16, 64]) found.push(...(await atStarters(testBed, starters)));
      found.push(...(await beside(testBed)));
      return found;
    } finally {
      await database.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
