import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { silentLog } from '../../apps/server/src/kernel/log/log.ts';
import { startDatabase } from '../../apps/server/src/kernel/postgres/embedded-postgres.ts';
import { openWire, type Wire } from '../../apps/server/tests/wire.ts';
import { listTree } from '../../e2e/src/process-tree.ts';
import { type Child, startChild } from './child.ts';
import { prepareTestBed, type TestBed } from './test-bed.ts';

/** The product on an embedded database that it reaches through a proxy, which counts messages, and a fake of a model's service. */
export interface CountedBed {
  testBed: TestBed;
  wire: Wire;
  /** Connections of the administrator, which do not pass through the proxy. */
  admin: pg.Pool;
  /** The database's address for the administrator, past the proxy. */
  adminUrl: string;
  /** The base address of the fake models. */
  modelsUrl: string;
  /** Returns the process ids of the database. */
  databasePids(): Promise<number[]>;
  /** Returns the process ids of the product and its database. */
  pids(): Promise<number[]>;
  close(): Promise<void>;
}

const fakeFile = new URL('../../packages/models/tests/fake-openai.ts', import.meta.url);

const pidsBelow = async (pid: number | undefined): Promise<number[]> =>
  pid === undefined ? [] : (await listTree(pid)).map((one) => one.pid);

/** Starts the product with its database, proxy and fake model. `prepare` changes the database before the product connects to it. */
export const prepareCountedBed = async (
  env: Record<string, string>,
  prepare: (admin: pg.Pool) => Promise<unknown> = async () => undefined,
): Promise<CountedBed> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
  const config = { dataFolder, database: { url: undefined, appUrl: undefined, poolSize: 2 } };
  const database = await startDatabase(config, silentLog());
  const opened: (() => Promise<unknown>)[] = [
    () => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }),
    () => database.stop(),
  ];
  const close = async () => {
    for (const end of opened.toReversed()) await end();
  };
  try {
    const adminUrl = database.adminUrl ?? database.ownerUrl;
    const admin = new pg.Pool({ connectionString: adminUrl, max: 4 });
    // `end` does not wait until connections are closed, so the last one may hear that the database stops.
    admin.on('error', () => undefined);
    opened.push(() => admin.end());
    await prepare(admin);
    const wire = await openWire(database.ownerUrl);
    opened.push(() => wire.close());
    const fake: Child = await startChild(fakeFile, 0, ['--port']);
    opened.push(() => fake.stop());
    const { host, hostname } = new URL(fake.address);
    const testBed = await prepareTestBed({ OUTBOUND_ALLOW: `${host},${hostname}`, ...env }, wire.databaseUrl);
    opened.push(() => testBed.close());
    const databasePids = () => pidsBelow(database.serverPid());
    const pids = async () => [...(await pidsBelow(testBed.product.pid)), ...(await databasePids())];
    return { testBed, wire, admin, adminUrl, modelsUrl: fake.address, databasePids, pids, close };
  } catch (error) {
    await close();
    throw error;
  }
};
