import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, realpath, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readErrorCode } from '../base/error-code.ts';
import type { Log } from '../log/log.ts';
import { type Cluster, postgresEnvironment } from './cluster.ts';
import type { Launcher } from './launcher.ts';

/** Recovery after a crash replays the write-ahead log, which may take a while on a slow disk. */
const READY_WITHIN_MS = 120_000;

/**
 * Settings for one product on a small machine: little shared memory, no parallel workers, no just-in-time compiler. Durability is
 * untouched: fsync, full_page_writes and synchronous_commit keep their defaults.
 */
const settings: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '32MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  autovacuum_max_workers: '2',
  // An import can multiply the size of a table by a thousand within seconds; the defaults (a minute, a fifth of the table) react too late.
  autovacuum_naptime: '15s',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_scale_factor: '0.1',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  jit: 'off',
  huge_pages: 'off',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  checkpoint_timeout: '15min',
  wal_level: 'replica',
  max_wal_senders: '2',
  max_logical_replication_workers: '0',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  // Statements may contain texts of users, so they stay out of the log; their errors reach the caller.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_line_prefix: '',
};

const forward = (line: string, log: Log): void => {
  const [, severity = '', message = line] =
    /^(LOG|WARNING|ERROR|FATAL|PANIC|HINT|DETAIL):\s+(?!\s)(.*)$/.exec(line) ?? [];
  if (severity === 'PANIC') log.error({ component: 'database' }, message);
  // This is logged for every connection when the server is stopped, and is expected then.
  else if (severity === 'FATAL' && !message.includes('administrator command'))
    log.warn({ component: 'database' }, message);
  else log.debug({ component: 'database' }, message);
};

/** PostgreSQL writes its state to the last line of its own pid file. */
const isReady = async (cluster: Cluster, pid: number): Promise<boolean> => {
  const lines = (await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
};

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Starts PostgreSQL on a cluster, and returns when it accepts connections. */
export const startServer = async (
  cluster: Cluster,
  { launcher, program, log }: { launcher: Launcher; program: string; log: Log },
): Promise<ChildProcess> => {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = launcher(program, [
    '-D',
    cluster.folder,
    '-k',
    cluster.socketFolder,
    '-p',
    '5432',
    ...options,
  ]);
  const child = spawn(launch.file, launch.args, {
    ...launch.ids,
    cwd: cluster.folder,
    env: postgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own, so that Ctrl-C ends the server first, which then stops the database.
    detached: true,
  });
  const lastLines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.splice(0, lastLines.length - 9);
    lastLines.push(line);
    forward(line, log);
  });
  let launchFailure = '';
  child.on('error', (error) => {
    launchFailure = error.message;
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(10)) {
    if (child.pid === undefined || hasEnded(child)) break;
    if (await isReady(cluster, child.pid)) return child;
  }
  if (child.pid !== undefined && !hasEnded(child)) await stopServer(child);
  await sleep(20);
  throw new Error(
    `The embedded database did not start: ${launchFailure || lastLines.join(' ').slice(-1500)}`,
  );
};

const signalled = async (
  child: ChildProcess,
  signal: NodeJS.Signals,
  milliseconds: number,
): Promise<boolean> => {
  if (hasEnded(child)) return true;
  const end = once(child, 'exit');
  child.kill(signal);
  return Promise.race([end.then(() => true), sleep(milliseconds, false, { ref: false })]);
};

/** Stops PostgreSQL with a checkpoint, or at once if that takes longer than four seconds. */
export const stopServer = async (child: ChildProcess): Promise<void> => {
  if (await signalled(child, 'SIGINT', 4_000)) return;
  if (await signalled(child, 'SIGQUIT', 2_000)) return;
  await signalled(child, 'SIGKILL', 1_000);
};

const execute = promisify(execFile);

const readCommand = async (pid: number): Promise<string[]> => {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  const [program = '', rest = ''] = stdout.trim().split(' -D ');
  return [program, '-D', rest.split(' -')[0] ?? ''];
};

/** True when a process is a PostgreSQL server of this cluster, and not another process that was given its number. */
const isServerFor = async (pid: number, cluster: string): Promise<boolean> => {
  const command = await readCommand(pid);
  if (basename(command[0] ?? '') !== 'postgres') return false;
  const folder = await realpath(command[command.indexOf('-D') + 1] ?? '').catch(() => undefined);
  return folder !== undefined && folder === (await realpath(cluster));
};

const waitForEnd = async (pid: number, cluster: string, milliseconds: number): Promise<boolean> => {
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (!(await isServerFor(pid, cluster))) return true;
    await sleep(20);
  }
  return false;
};

const signal = (pid: number, name: 'SIGINT' | 'SIGQUIT'): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (readErrorCode(error) !== 'ESRCH') throw error;
  }
};

/**
 * Cleans up after a killed server: shuts down a PostgreSQL that still runs on the cluster, and removes a `postmaster.pid` that names no
 * such process.
 */
export const stopOrphan = async (cluster: string, log: Log): Promise<void> => {
  const path = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (await isServerFor(pid, cluster)) {
    log.warn({ pid }, 'a database server was left running by a killed process; stopping it');
    signal(pid, 'SIGINT');
    if (!(await waitForEnd(pid, cluster, 10_000))) {
      signal(pid, 'SIGQUIT');
      if (!(await waitForEnd(pid, cluster, 5_000))) {
        throw new Error(
          `The database server left behind (process ${pid}) does not stop. End it, then start again.`,
        );
      }
    }
  }
  await unlink(path).catch(() => undefined);
};
