import { readdir, readFile } from 'node:fs/promises';

/** A process, told apart from a later one with the same number by when it was born. */
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

/** The process and everything below it. */
export const listTree = async (root: number): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readStat))).filter((stat) => stat !== undefined);
  const found = all.filter(({ pid }) => pid === root);
  for (const parent of found) found.push(...all.filter((stat) => stat.parent === parent.pid));
  return found;
};

/** Memory in MB that would come free if these processes ended: shared pages count by their share. */
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

/** Ends those processes that still run; strangers that took over a number are left alone. */
export const endAll = async (processes: readonly Process[]): Promise<void> => {
  for (const process of processes) if (await isAlive(process)) kill(process.pid);
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
};
