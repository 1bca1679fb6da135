import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTree } from '../../e2e/src/process-tree.ts';

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

const sampleMs = 100;

/**
 * Adds up the CPU time in microseconds that a process and its descendants use, also those that start and end meanwhile, which are read
 * every 100 ms. Processes below `except` are left out.
 */
export const watchCpu = async (root: number, except?: number): Promise<{ stop(): Promise<number> }> => {
  const before = new Map<string, number>();
  const latest = new Map<string, number>();
  const sample = async (into: Map<string, number>): Promise<void> => {
    const left = new Set((except === undefined ? [] : await listTree(except)).map(({ pid }) => pid));
    for (const { pid, born } of await listTree(root))
      if (!left.has(pid)) into.set(`${pid} ${born}`, await readCpu(pid));
  };
  await sample(before);
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await sleep(sampleMs);
      await sample(latest);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      let spent = 0;
      for (const [process, micros] of latest) spent += micros - (before.get(process) ?? 0);
      return spent;
    },
  };
};

/** Returns the resident memory of one process in MB. */
export const residentMemory = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
