import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listTree, proportionalMemory } from '../../../e2e/src/process-tree.ts';
import { startProduct } from '../../../e2e/src/product.ts';
import { type Child, startChild } from '../child.ts';
import { mixedFiles } from '../corpus.ts';
import { interleave } from '../interleave.ts';
import type { Measurement, Part, PartOptions } from '../measurement.ts';
import { residentMemory } from '../process-cpu.ts';
import { median } from '../statistics.ts';
import { importKnowledgeBase, prepareTestBed } from '../test-bed.ts';

const rounds = 3;
/** Parser processes end after 30 seconds without work. The memory that is used afterwards is that of an idle server. */
const settleMs = 33_000;

const bareFile = new URL('../limits/bare-start.ts', import.meta.url);
const limitIs = 'Fastify with one route on the same embedded PostgreSQL';

const inNewFolder = async <T>(work: (dataFolder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const bareStart = (dataFolder: string): Promise<Child> => startChild(bareFile, { dataFolder });

const fromEmpty = ({ env }: PartOptions) =>
  interleave(rounds, {
    ours: async () => {
      const startedAt = performance.now();
      const product = await startProduct({ env });
      const ms = performance.now() - startedAt;
      await product.close();
      return ms;
    },
    limit: () =>
      inNewFolder(async (folder) => {
        const bare = await bareStart(folder);
        await bare.stop();
        return bare.startMs;
      }),
  });

const withData = ({ env }: PartOptions) =>
  inNewFolder(async (folder) => {
    const testBed = await prepareTestBed(env);
    const { product } = testBed;
    try {
      await importKnowledgeBase(testBed, mixedFiles(40, 7));
      const starts = await interleave(rounds, {
        ours: async () => {
          await product.kill('SIGTERM');
          return product.start();
        },
        limit: async () => {
          const bare = await bareStart(folder);
          await bare.stop();
          return bare.startMs;
        },
      });
      await importKnowledgeBase(testBed, mixedFiles(16, 8));
      const bare = await bareStart(folder);
      await sleep(settleMs);
      const memory = {
        ours: await product.memory(),
        limit: await proportionalMemory(await listTree(bare.pid)),
        oursResident: await residentMemory(product.pid ?? 0),
        limitResident: await residentMemory(bare.pid),
      };
      await bare.stop();
      return { starts, memory };
    } finally {
      await testBed.close();
    }
  });

/** Compares the cold start and the idle memory with the smallest server on the same database. */
export const lifecyclePart: Part = {
  name: 'lifecycle',
  async measure(options) {
    const empty = await fromEmpty(options);
    const { starts, memory } = await withData(options);
    const start = { unit: 'ms', better: 'lower' as const, limitIs };
    const idle = { unit: 'MB', better: 'lower' as const, limitIs };
    const found: Measurement[] = [
      {
        name: 'start.empty',
        what: 'cold start from an empty folder',
        ours: median(empty.ours),
        limit: median(empty.limit),
        distance: 'migrations, a bundle of 5 MB to compile, the pages; the rest is `initdb`',
        ...start,
      },
      {
        name: 'start.data',
        what: 'cold start with existing data',
        ours: median(starts.ours),
        limit: median(starts.limit),
        distance: 'a bundle of 5 MB to compile, routes with their schemas, the job queue',
        ...start,
      },
      {
        name: 'memory.idle',
        what: 'idle memory of all processes, proportional share (PSS)',
        ours: memory.ours,
        limit: memory.limit,
        distance: 'code and schemas of the features, database connections of pool and queue',
        ...idle,
      },
      {
        name: 'memory.server',
        what: 'resident memory of the server process (RSS)',
        ours: memory.oursResident,
        limit: memory.limitResident,
        distance: 'code and schemas of the features; the heap after an import',
        ...idle,
      },
    ];
    return found;
  },
};
