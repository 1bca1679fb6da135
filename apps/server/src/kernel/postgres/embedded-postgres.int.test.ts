import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../log/log.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { type RunningDatabase, startDatabase } from './embedded-postgres.ts';
import { createLauncher, findSystemUser } from './launcher.ts';
import { startServer } from './server-process.ts';

const log = silentLog();
const noDatabase = { url: undefined, appUrl: undefined, poolSize: 2 };

let root = '';
let running: RunningDatabase[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-pg-'));
});
afterEach(async () => {
  await Promise.all(running.map((database) => database.stop()));
  running = [];
  await rm(root, { recursive: true, force: true });
});

const start = async (dataFolder = join(root, 'data')) => {
  const database = await startDatabase({ dataFolder, database: noDatabase }, log);
  running.push(database);
  return database;
};

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

/** A process that ended but was not collected by its parent yet does not count as alive. */
const isAlive = (pid: number | undefined): boolean =>
  pid !== undefined &&
  /^[^Z]/.test(
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .stdout.toString()
      .trim(),
  );

const until = async (condition: () => boolean | Promise<boolean>) => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const serverPid = async (dataFolder: string) =>
  Number((await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Starts a PostgreSQL on the data folder without a server that watches it, as a killed server leaves it. */
const startOrphan = async (dataFolder: string): Promise<ChildProcess> => {
  const binaries = findBinaries();
  const user = await findSystemUser(join(dataFolder, 'postgres'));
  const launcher = await createLauncher(user, { data: dataFolder, programs: dirname(binaries.postgres) });
  const cluster = await openCluster({ dataFolder, binaries, launcher, user });
  return startServer(cluster, { launcher, program: binaries.postgres, log });
};

describe('the embedded database', () => {
  it('comes up in an empty folder, keeps what was written, and ends with the server', async () => {
    const first = await start();
    const pid = first.serverPid();
    expect(first.embedded).toBe(true);
    await query(first.ownerUrl, 'create table kept (n int); insert into kept values (7)');
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await start();
    expect(await query(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('gives the application a role that owns nothing and bypasses nothing', async () => {
    const database = await start();
    const rights =
      'select current_user as name, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user';
    const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false };
    expect(await query(database.appUrl, rights)).toEqual([{ name: 'atelier_app', ...plain }]);
    expect(await query(database.ownerUrl, rights)).toEqual([{ name: 'atelier_owner', ...plain }]);
    await expect(query(database.appUrl, 'create table mine (n int)')).rejects.toThrow(/permission denied/);
    await query(database.ownerUrl, 'create extension pg_trgm');
  });

  it('never trades durability for speed', async () => {
    const database = await start();
    const [settings] = await query(
      database.appUrl,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as sync`,
    );
    expect(settings).toEqual({ fsync: 'on', pages: 'on', sync: 'on' });
  });

  it('is reachable by nobody without the password, and by no network', async () => {
    const database = await start();
    const wrong = database.appUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(await query(database.appUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect((await stat(join(root, 'data', 'keys', 'database'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, 'data', 'run'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(root, 'data'))).not.toContain('postgres.initial-password');
  });

  it('refuses a second server on the same folder', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      /Another Atelier server \(process \d+\) already uses the data folder/,
    );
    expect(await query(first.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('is started again after a crash', async () => {
    const database = await start();
    const pid = database.serverPid();
    process.kill(pid ?? 0, 'SIGKILL');
    await until(() => isAlive(database.serverPid()) && database.serverPid() !== pid);
    expect(await query(database.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('can be stopped while it is being started again', async () => {
    const database = await start();
    const pid = database.serverPid();
    process.kill(pid ?? 0, 'SIGKILL');
    await until(() => !isAlive(pid));
    await database.stop();
    expect(isAlive(database.serverPid())).toBe(false);
    await start();
  });
});

describe('an embedded database left behind', () => {
  it('by a killed server is taken over with its data', async () => {
    const dataFolder = join(root, 'data');
    const script = `import { startDatabase } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
      import { silentLog } from ${JSON.stringify(new URL('../log/log.ts', import.meta.url).href)};
      const database = await startDatabase(${JSON.stringify({ dataFolder, database: {} })}, silentLog());
      console.log(database.ownerUrl);
      setInterval(() => {}, 1000);`;
    const server = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const { value: address = '' } = await lines.next();
    await query(address, 'create table kept (n int); insert into kept values (7)');
    const orphan = await serverPid(dataFolder);
    server.kill('SIGKILL');
    await once(server, 'exit');

    const database = await start(dataFolder);
    expect(isAlive(orphan)).toBe(false);
    expect(await query(database.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('and still running is stopped before another one starts', async () => {
    const dataFolder = join(root, 'data');
    await (await start(dataFolder)).stop();
    const orphan = await startOrphan(dataFolder);
    const database = await start(dataFolder);
    expect(orphan.exitCode).toBe(0);
    expect(await serverPid(dataFolder)).toBe(database.serverPid());
  });

  it('as a pid file with the number of another process is removed without touching that process', async () => {
    const dataFolder = join(root, 'data');
    await (await start(dataFolder)).stop();
    const stranger = spawn('sleep', ['600']);
    try {
      const file = join(dataFolder, 'postgres', 'postmaster.pid');
      await writeFile(file, `${stranger.pid}\n${join(dataFolder, 'postgres')}\n1\n5432\n\n\n\nready\n`);
      const database = await start(dataFolder);
      expect(await query(database.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
      expect(isAlive(stranger.pid)).toBe(true);
    } finally {
      stranger.kill();
    }
  });

  it('half initialised is initialised again', async () => {
    await mkdir(join(root, 'data', 'postgres.new', 'base'), { recursive: true });
    await writeFile(join(root, 'data', 'postgres.new', 'PG_VERSION'), '18\n');
    const database = await start();
    expect(await query(database.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('without its password, or by another version, is refused with the reason', async () => {
    const dataFolder = join(root, 'data');
    await mkdir(join(dataFolder, 'postgres'), { recursive: true });
    await writeFile(join(dataFolder, 'postgres', 'PG_VERSION'), '17\n');
    await expect(start(dataFolder)).rejects.toThrow(/password of the embedded database is missing/);
    await mkdir(join(dataFolder, 'keys'));
    await writeFile(join(dataFolder, 'keys', 'database'), 'x\n');
    await expect(start(dataFolder)).rejects.toThrow(/was made by PostgreSQL 17; this version brings 18/);
    expect(await readdir(dataFolder)).not.toContain('server.lock');
  });
});

describe('the folder of the embedded database', () => {
  it('may be too deep for a socket', async () => {
    const database = await start(join(root, 'a'.repeat(80), 'data'));
    expect(await query(database.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
    const socketFolder = decodeURIComponent(/@([^:]+):/.exec(database.appUrl)?.[1] ?? '');
    expect(dirname(socketFolder)).toBe(tmpdir());
    await database.stop();
    expect(await readdir(tmpdir())).not.toContain(basename(socketFolder));
  });

  it('may be below a folder that only its owner can open, and have a name with spaces', async () => {
    const closed = join(root, 'only mine');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const database = await start(join(closed, 'the data'));
    expect(await query(database.appUrl, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('a database of the operator', () => {
  it('is used as it is, with the role of the application on its connections', async () => {
    const { ownerUrl } = await start();
    const database = await startDatabase(
      { dataFolder: root, database: { ...noDatabase, url: ownerUrl } },
      log,
    );
    expect(database).toMatchObject({ embedded: false, ownerUrl });
    expect(await query(database.appUrl, 'select current_user as name')).toEqual([{ name: 'atelier_app' }]);
  });

  it('may come with a login of its own for the application', async () => {
    const database = await startDatabase(
      { dataFolder: root, database: { ...noDatabase, url: 'postgres://a@h/d', appUrl: 'postgres://b@h/d' } },
      log,
    );
    expect(database.appUrl).toBe('postgres://b@h/d');
    await database.stop();
  });
});
