import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { createSharedWatch, type SharedReader } from '../../../../kernel/live/shared-watch.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { workerRepository } from '../repository.ts';
import { visibleWorkers } from '../worker-entity.ts';
import { recordRepository } from './repository.ts';

/** The interval at which changes are looked for, in milliseconds. */
const everyMs = 1000;

const createRecordReader = (workerId: string): SharedReader<string, string> => ({
  topics: [],
  everyMs,
  read: (ctx) =>
    ctx.tx(async ({ db }) => {
      const print = await recordRepository.fingerprintRecords(db, workerId);
      return { rows: new Map<string, string>(), gone: new Set<string>(), summary: print };
    }),
});

const watchedWorkers = defineService({
  name: 'workers.watched',
  create: () => createSharedWatch({ name: 'workers.watch', pauseMs: 0, open: createRecordReader }),
});

const checkSeen = (ctx: Ctx, workerId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await workerRepository.find(tx.db, workerId, visibleWorkers(tx)))) fail('workers.not_found');
  });

/** Returns true while the actor still sees the worker that `ctx` was opened for. */
export const seesWorkerAsBefore = async (
  { actor }: Ctx,
  { own, principal }: Anonymous,
  workerId: string,
): Promise<boolean> => {
  if (!own || !('role' in actor) || principal?.role !== actor.role) return false;
  await checkSeen(own, workerId);
  return true;
};

/** Calls `onChange` at once, and again after every change of a record of the worker, until the watcher leaves. Throws `workers.not_found`. */
export const watchWorker = async (
  ctx: Ctx,
  workerId: string,
  open: () => { signal: AbortSignal; onChange: () => Promise<void> },
): Promise<void> => {
  await checkSeen(ctx, workerId);
  const { signal, onChange } = open();
  let last: string | undefined;
  for await (const { summary } of ctx.use(watchedWorkers).watch(ctx, workerId, signal)) {
    if (summary === last) continue;
    last = summary;
    await onChange();
  }
};
