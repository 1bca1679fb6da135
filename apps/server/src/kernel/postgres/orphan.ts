import { execFile } from 'node:child_process';
import { readFile, realpath, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../log/log.ts';

const run = promisify(execFile);

const readCommand = async (pid: number): Promise<string[]> => {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
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
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
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
