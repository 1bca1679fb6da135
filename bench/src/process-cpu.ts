import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the CPU time in microseconds that each thread of a process has used so far, from the scheduler's nanosecond clock. */
export const readThreads = async (pid: number): Promise<[thread: string, micros: number][]> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return Promise.all(
    threads.map(async (thread) => {
      const line = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return [thread, Number(line.split(' ')[0]) / 1000];
    }),
  );
};

/** Returns the CPU time in microseconds that the present threads of a process have used so far. */
export const readCpu = async (pid: number): Promise<number> =>
  (await readThreads(pid)).reduce((sum, [, micros]) => sum + micros, 0);

const sampleMs = 100;

/** Lists a process and its descendants without those below `except`. Only their own lists of children are read, which costs little. */
const listBelow = async (root: number, except: number | undefined): Promise<number[]> => {
  const found = [root];
  for (const pid of found) {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const thread of threads) {
      const line = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
      found.push(
        ...line
          .split(' ')
          .filter(Boolean)
          .map(Number)
          .filter((child) => child !== except),
      );
    }
  }
  return found;
};

/**
 * Adds up the CPU time in microseconds that a process and its descendants use, also those that start and end meanwhile, which are read
 * every 100 ms. The process `except` and its descendants are left out.
 */
export const watchCpu = async (root: number, except?: number): Promise<{ stop(): Promise<number> }> => {
  const before = new Map<number, number>();
  const latest = new Map<number, number>();
  const sample = async (into: Map<number, number>): Promise<void> => {
    for (const pid of await listBelow(root, except)) into.set(pid, await readCpu(pid));
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
      for (const [pid, micros] of latest) spent += Math.max(0, micros - (before.get(pid) ?? 0));
      return spent;
    },
  };
};

/** Returns the resident memory of one process in MB. */
export const residentMemory = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
