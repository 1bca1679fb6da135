import { readFile } from 'node:fs/promises';

/**
 * Returns the resident memory of a process in MiB; 0 when the system does not tell (it has no /proc, or the process has ended).
 */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return match?.[1] === undefined ? 0 : Math.round(Number(match[1]) / 1024);
}

/**
 * Returns the last process in a chain of starters, each of which waits for the next; the first one when the system does not
 * tell.
 */
export async function parserPid(starter: number): Promise<number> {
  const line = await readFile(`/proc/${starter}/task/${starter}/children`, 'utf8').catch(() => '');
  const next = Number(line.trim().split(' ')[0]);
  return next > 0 ? parserPid(next) : starter;
}
