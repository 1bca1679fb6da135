import type { ChildProcess } from 'node:child_process';
import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { lockDataFolder } from '../storage/data-folder-lock.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { createLauncher, findSystemUser } from './launcher.ts';
import { startServer, stopOrphan, stopServer } from './server-process.ts';

const DATABASE = 'atelier';
const OWNER = 'atelier_owner';
const APP = 'atelier_app';

/** Returns the address of the product's database for one role, with the folder of the socket in place of the host. */
const addressFor = (cluster: Cluster, role: string, database: string): string =>
  `postgresql://${role}:${cluster.passwordOf(role)}@${encodeURIComponent(cluster.socketFolder)}:5432/${database}`;

/**
 * Creates the database and its two roles where they are missing: an owner for migrations and the queue, and the application role, which
 * owns nothing. The owner is no superuser, so that whatever works here also works on an external database.
 */
const ensureDatabase = async (
  cluster: Cluster,
): Promise<{ adminUrl: string; ownerUrl: string; appUrl: string }> => {
  const client = new pg.Client({ connectionString: addressFor(cluster, 'postgres', 'postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname in ($1, $2) union all select datname from pg_database where datname = $3`,
      [OWNER, APP, DATABASE],
    );
    const known = new Set(rows.map((row) => row.name));
    const login = (role: string) => `login password ${client.escapeLiteral(cluster.passwordOf(role))}`;
    if (!known.has(OWNER)) await client.query(`create role ${OWNER} createdb ${login(OWNER)}`);
    if (!known.has(APP)) {
      await client.query(`create role ${APP} ${login(APP)}`);
    }
    await client.query(`grant ${APP} to ${OWNER}`);
    if (!known.has(DATABASE)) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
  return {
    adminUrl: addressFor(cluster, 'postgres', DATABASE),
    ownerUrl: addressFor(cluster, OWNER, DATABASE),
    appUrl: addressFor(cluster, APP, DATABASE),
  };
};

/** A running database and its addresses. */
export type RunningDatabase = {
  /** The address for migrations and the queue. Its role owns the tables; in an embedded database it is no superuser. */
  ownerUrl: string;
  /** The address for everything else. It acts as the role `atelier_app`, which owns nothing. Usable after migrations. */
  appUrl: string;
  /** The address of the embedded server's administrator, to whom no row policy applies, for backups. The product never uses it. */
  adminUrl: string | undefined;
  embedded: boolean;
  /** Returns the process id of the embedded server; undefined for an external database, and during a restart. */
  serverPid(): number | undefined;
  stop(): Promise<void>;
};

const APP_ROLE_OPTION = '-c role=atelier_app';

/** Describes an external database, where there is nothing to start. The owner's login switches to the application role. */
const externalDatabase = (url: string, appUrl: string | undefined): RunningDatabase => {
  // The URL parser does not accept the address of a socket, which has no host, so only the query is changed.
  const [base = url, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${APP_ROLE_OPTION}`.trim());
  return {
    ownerUrl: url,
    appUrl: appUrl ?? `${base}?${parameters.toString().replaceAll('+', '%20')}`,
    adminUrl: undefined,
    embedded: false,
    serverPid: () => undefined,
    stop: async () => undefined,
  };
};

/** Keeps PostgreSQL running: restarts it after a crash, and waits longer after each failure. */
const supervise = async (start: () => Promise<ChildProcess>, log: Log) => {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let restarting = Promise.resolve();

  const watch = (server: ChildProcess) => {
    const startedAt = Date.now();
    child = server;
    server.once('exit', (code, signal) => {
      child = undefined;
      if (stopping.signal.aborted) return;
      log.error(
        { component: 'database', code, signal },
        'the database server ended unexpectedly; starting it again',
      );
      restarting = restart(Date.now() - startedAt < 10_000 ? 500 : 50);
    });
  };
  const restart = async (firstDelay: number) => {
    for (let delay = firstDelay; !stopping.signal.aborted; delay = Math.min(delay * 2, 5_000)) {
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        watch(await start());
        log.info({ component: 'database' }, 'the database server runs again');
        return;
      } catch (error) {
        log.error({ component: 'database', err: error }, 'the database server could not be started again');
      }
    }
  };

  watch(await start());
  const onExit = () => child?.kill('SIGINT');
  process.once('exit', onExit);
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopping.abort();
      await restarting;
      process.off('exit', onExit);
      if (child) await stopServer(child);
    },
  };
};

/** For so long, the processes of a server that was killed may hold its memory before they notice. */
const releasedWithinMs = 10_000;

/** Starts the server again while the memory of a killed one is still held. Throws what `start` throws for another reason. */
export const whenReleased = async <T>(start: () => Promise<T>): Promise<T> => {
  for (const until = Date.now() + releasedWithinMs; ; await sleep(200)) {
    try {
      return await start();
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!isHeld || Date.now() > until) throw error;
    }
  }
};

const startEmbedded = async (dataFolder: string, log: Log) => {
  const binaries = findBinaries();
  const user = await findSystemUser(join(dataFolder, 'postgres'));
  const launcher = await createLauncher(user, { data: dataFolder, programs: dirname(binaries.postgres) });
  const cluster: Cluster = await openCluster({ dataFolder, binaries, launcher, user });
  const server = await supervise(async () => {
    await stopOrphan(cluster.folder, log);
    return whenReleased(() => startServer(cluster, { launcher, program: binaries.postgres, log }));
  }, log);
  try {
    const urls = await ensureDatabase(cluster);
    const stop = async () => {
      await server.stop();
      // Each start creates the folder again; one in the temporary folder would never be removed.
      await rmdir(cluster.socketFolder).catch(() => undefined);
    };
    return { pid: server.pid, stop, urls };
  } catch (error) {
    await server.stop();
    throw error;
  }
};

/**
 * Starts the database: the one of `DATABASE_URL`, or an embedded PostgreSQL in the data folder, which is initialised when new, listens on a
 * Unix socket only, is restarted when it crashes, and is stopped by `stop`.
 * @throws Error for the operator: the folder is used by another server, there are no programs for this system, or no usable user
 */
export const startDatabase = async (
  config: Pick<Config, 'dataFolder' | 'database'>,
  log: Log,
): Promise<RunningDatabase> => {
  if (config.database.url !== undefined) return externalDatabase(config.database.url, config.database.appUrl);
  await mkdir(config.dataFolder, { recursive: true });
  const dataFolder = await realpath(config.dataFolder);
  const lock = await lockDataFolder(dataFolder);
  try {
    const server = await startEmbedded(dataFolder, log);
    const stopAll = async () => {
      try {
        await server.stop();
      } finally {
        await lock.release();
      }
    };
    let stopped: Promise<void> | undefined;
    return {
      ...server.urls,
      embedded: true,
      serverPid: server.pid,
      stop: () => {
        stopped ??= stopAll();
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
