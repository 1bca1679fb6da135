import { readCpu } from '../process-cpu.ts';
import { type Burst, closedLoop } from './closed-loop.ts';
import { KeepAliveClient, requestBytes } from './keep-alive-client.ts';

/** Where a burst goes, and what each of its requests sends. */
export interface BurstTarget {
  origin: string;
  path: string;
  body: unknown;
  headers?: Record<string, string>;
  callers: number;
}

/** The result of a burst, with the CPU milliseconds per call of all processes that served it. */
export type WeighedBurst = Burst & { cpu: number };

/** Opens a connection for each caller. */
export const openCallers = async ({ origin, path, body, headers = {}, callers }: BurstTarget) => {
  const request = requestBytes('POST', path, { body, headers });
  const clients = await Promise.all(Array.from({ length: callers }, () => KeepAliveClient.open(origin)));
  return {
    callers: clients.map((client) => () => client.send(request)),
    close: () => clients.forEach((client) => client.close()),
  };
};

const cpuOfAll = async (pids: readonly number[]) =>
  (await Promise.all(pids.map(readCpu))).reduce((sum, cpu) => sum + cpu, 0);

/** Measures one burst of `ms` milliseconds with the CPU of these processes. */
export const weighedBurst = async (
  target: BurstTarget,
  { ms, pids }: { ms: number; pids: () => Promise<number[]> },
): Promise<WeighedBurst> => {
  const open = await openCallers(target);
  const before = await cpuOfAll(await pids());
  const burst = await closedLoop(open.callers, ms);
  const cpu = ((await cpuOfAll(await pids())) - before) / burst.times.length / 1000;
  open.close();
  return { ...burst, cpu };
};
