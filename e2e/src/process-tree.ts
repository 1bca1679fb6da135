import { readdir, readFile } from 'node:fs/promises';

/** A process. Its start time distinguishes it from a later one with the same number. */
export interface Process {
  pid: number;
  born: string;
}

interface Stat extends Process {
  parent: number;
}

const readStat = async (pid: number): Promise<Stat | undefined> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.length < 20 || fields[0] === 'Z'
    ? undefined
    : { pid, born: fields[19] ?? '', parent: Number(fields[1]) };
};

/** Lists a process and all its descendants. */
export const listTree = async (root: number): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readStat))).filter((stat) => stat !== undefined);
  const found = all.filter(({ pid }) => pid === root);
  for (const parent of found) found.push(...all.filter((stat) => stat.parent === parent.pid));
  return found;
};

/** Returns the memory in MB that would become free if these processes ended: shared pages count by their share. */
export const proportionalMemory = async (processes: readonly Process[]): Promise<number> => {
  const sizes = await Promise.all(
    processes.map(async ({ pid }) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

export const isAlive = async ({ pid, born }: Process): Promise<boolean> =>
  (await readStat(pid))?.born === born;

/** Ends those of the processes that are still running. A different process with the same number is left alone. */
export const endAll = async (processes: readonly Process[]): Promise<void> => {
  for (const process of processes) if (await isAlive(process)) kill(process.pid);
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
};
