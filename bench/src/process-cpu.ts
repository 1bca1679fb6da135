import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the CPU time that all threads of a process have used so far, in microseconds, from the scheduler's nanosecond clock.
 */
export const readCpu = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const spent = await Promise.all(
    threads.map(async (thread) => {
      const line = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(line.split(' ')[0]) / 1000;
    }),
  );
  return spent.reduce((sum, micros) => sum + micros, 0);
};

/** Returns the resident memory of one process in MB. */
export const residentMemory = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
