import { setTimeout as sleep } from 'node:timers/promises';
import { countIdle, countMessages, untilQuiet } from '../../../apps/server/tests/wire.ts';
import { eventually } from '../../../e2e/src/eventually.ts';
import { startChild } from '../child.ts';
import { type CountedBed, prepareCountedBed } from '../counted-bed.ts';
import { interleave } from '../interleave.ts';
import type { BareFastify } from '../limits/bare-fastify.ts';
import { KeepAliveClient, requestBytes } from '../load/keep-alive-client.ts';
import { readThreads } from '../process-cpu.ts';
import { readKnowledgeBase } from '../queries.ts';
import type { Figure, Quick } from './figures.ts';
import { type Path, preparePaths } from './paths.ts';

const rounds = 3;
const idleSeconds = 6;
const afterWorkMs = 2000;
const bareCalls = 600;
/**
 * The number of times that messages are counted. The lowest count is used, because a chore of the server may fall into one of the others.
 */
const counts = 3;

/** Calls `count` times, some at once. */
const callAll = async ({ call, calls, atOnce }: Pick<Path, 'call' | 'calls' | 'atOnce'>): Promise<void> => {
  let begun = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (begun < calls) {
        begun += 1;
        await call();
      }
    }),
  );
};

/** Returns the CPU time of each thread of the processes. The number of a thread is that of no other one on the machine. */
const spentBy = async (pids: readonly number[]): Promise<Map<string, number>> =>
  new Map((await Promise.all(pids.map(readThreads))).flat());

/** Returns the CPU milliseconds that the processes spend while `work` runs. Threads that have ended meanwhile are left out. */
const cpuOf = async (pids: () => Promise<number[]>, work: () => Promise<unknown>): Promise<number> => {
  const before = await spentBy(await pids());
  await work();
  const after = await spentBy(await pids());
  return [...after].reduce((sum, [thread, spent]) => sum + spent - (before.get(thread) ?? 0), 0) / 1000;
};

const bareRoute = async ({ testBed, adminUrl: databaseUrl }: CountedBed, base: string) => {
  const { tenantId } = testBed;
  const rows = readKnowledgeBase(tenantId, base);
  const settings: BareFastify = { reply: {}, databaseUrl, rows, tenantId };
  const child = await startChild(new URL('../limits/bare-fastify.ts', import.meta.url), settings);
  const connection = await KeepAliveClient.open(child.address);
  const request = requestBytes('GET', '/rows');
  return {
    pid: child.pid,
    call: () => connection.send(request),
    close: async () => {
      connection.close();
      await child.stop();
    },
  };
};

/**
 * Counts the messages of an idle server from two seconds after the last work, which includes the jobs that a load orders for later, such
 * as merges. A chore, which begins with a minute, may fall into one of two counts.
 */
const countWhenIdle = async (bed: CountedBed): Promise<number> => {
  await eventually(
    async () => {
      const { rows } = await bed.admin.query(
        "select 1 from graphile_worker._private_jobs where run_at < now() + interval '1 minute' limit 1",
      );
      return rows.length === 0;
    },
    { within: 30_000, what: 'The last job' },
  );
  await sleep(afterWorkMs);
  const count = async () => (await countIdle(bed, idleSeconds * 1000)).roundTrips;
  const first = await count();
  return first <= idleSeconds / 2 ? first : Math.min(first, await count());
};

const measureOn = async (bed: CountedBed): Promise<Quick> => {
  const { paths, base, close } = await preparePaths(bed);
  const bare = await bareRoute(bed, base);
  const bareRound = () =>
    cpuOf(
      async () => [bare.pid, ...(await bed.databasePids())],
      () => callAll({ call: bare.call, calls: bareCalls, atOnce: 1 }),
    );
  const roundOf = (path: Path) => () =>
    cpuOf(bed.pids, async () => {
      await callAll(path);
      await untilQuiet(bed.wire);
    });
  const contenders: Record<string, () => Promise<number>> = { bare: bareRound };
  for (const path of paths) contenders[path.name] = roundOf(path);
  const spent = await interleave(rounds, contenders);
  const least = (name: string, calls: number) => Math.min(...(spent[name] ?? [])) / calls;
  const bareMs = least('bare', bareCalls);
  const figures: Figure[] = [];
  for (const { name, what, goal, calls, call } of paths) {
    const cpuMs = least(name, calls);
    const counted = [];
    for (let time = 0; time < counts; time += 1) counted.push(await countMessages(bed, call));
    const roundTrips = Math.min(...counted.map((one) => one.roundTrips));
    const transactions = Math.min(...counted.map((one) => one.transactions));
    figures.push({ name, what, cpuMs, ratio: cpuMs / bareMs, roundTrips, transactions, goal });
  }
  const roundTrips = await countWhenIdle(bed);
  close();
  await bare.close();
  return { bareMs, figures, idle: { seconds: idleSeconds, roundTrips } };
};

/** Measures the CPU and the messages of the hot paths, in under a minute on a quiet machine. */
export const measureQuick = async (env: Record<string, string>): Promise<Quick> => {
  const bed = await prepareCountedBed(env);
  try {
    return await measureOn(bed);
  } finally {
    await bed.close();
  }
};
