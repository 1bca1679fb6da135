import { readFile } from 'node:fs/promises';

/** Resident memory of a process in MiB; 0 where the system does not tell (it has no /proc, or the process ended). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const match = /^VmRSS:\s+(\d+) kB/m.exec(status);
  return match?.[1] === undefined ? 0 : Math.round(Number(match[1]) / 1024);
}
