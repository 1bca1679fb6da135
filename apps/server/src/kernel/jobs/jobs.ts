import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { jsonb, text } from 'drizzle-orm/pg-core';
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Ctx } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import { deliveryJob } from '../context/transaction-writes.ts';
import { defineStatement, type Values } from '../db/define-statement.ts';
import { pollMs } from '../db/due-jobs.ts';
import { createdAt, tenantTable } from '../db/tenant-table.ts';
import { handleJob, type ServerModule, type StoredHandler } from '../module/module.ts';
import { dropOldRuns } from '../runs/start/cancel-run.ts';
import type { ServiceContainer, Services } from '../services/services.ts';

/** A job is short; one that is locked for longer than this belongs to a worker that died. */
const staleJobAfter = '10 minutes';

const unlock = async (ownerPool: Pool, condition: string): Promise<void> => {
  await ownerPool.query(`select graphile_worker.force_unlock_workers(workers) from
    (select array_agg(distinct locked_by) as workers from graphile_worker.jobs where ${condition}) as dead
    where workers is not null`);
};

/** Frees the jobs of workers that died, so that other workers take them. */
export const freeStaleJobs = (ownerPool: Pool): Promise<void> =>
  unlock(ownerPool, `locked_at < now() - interval '${staleJobAfter}'`);

/**
 * Frees the jobs of a killed server at once, instead of waiting until they are stale. Only for a database that no other
 * server uses, which the lock on the data folder guarantees for the embedded one.
 */
export const freeOrphans = (ownerPool: Pool): Promise<void> => unlock(ownerPool, 'locked_by is not null');

const events = tenantTable('events', {
  id: text('id').notNull(),
  type: text('type').notNull(),
  payload: jsonb('payload').notNull(),
  createdAt: createdAt(),
});

/** Declared, so that it leaves at once. */
const forget = defineStatement((db, { id }: Values<{ id: string }>) =>
  db.delete(events).where(eq(events.id, id)),
);

interface JobParts {
  /** The pool of the owner role, to which the tables of graphile-worker belong. */
  ownerPool: Pool;
  pool: Pool;
  services: Services;
  container: ServiceContainer;
  modules: readonly ServerModule[];
}

/** Every job is stored with the tenant whose transaction ordered it. */
const Ordered = z.object({ tenantId: z.string() });

const jobContext = (parts: JobParts, task: string, stored: unknown): Ctx =>
  createContext({
    pool: parts.pool,
    container: parts.container,
    services: parts.services,
    tenantId: Ordered.parse(stored).tenantId,
    actor: { kind: 'system', name: task },
    patience: 'long',
    log: parts.services.log.child({ job: task }),
  });

/** Delivers a stored event to every subscriber. When one fails, all are called again, so subscribers are idempotent. */
const deliveryTo = (modules: readonly ServerModule[]): StoredHandler =>
  handleJob(deliveryJob, async (ctx, { eventId }) => {
    const [event] = await ctx.read((tx) => tx.db.select().from(events).where(eq(events.id, eventId)));
    if (!event) return;
    for (const { subscribers = [] } of modules)
      for (const { name, handle } of subscribers) if (name === event.type) await handle(ctx, event.payload);
    // The outbox holds only events that are still to be delivered. History belongs to the audit log and to the modules.
    await ctx.tx(async (tx) => tx.last(() => forget(tx.db, { id: event.id })));
  });

const freeTask = 'kernel.free-stale-jobs';
const retentionTask = 'kernel.drop-old-runs';

/** Measures a task, whether it succeeds or fails. */
const measured =
  ({ services }: JobParts, task: string, handle: Task): Task =>
  async (payload, helpers) => {
    const startedAt = performance.now();
    let outcome: 'completed' | 'failed' = 'failed';
    try {
      await handle(payload, helpers);
      outcome = 'completed';
    } finally {
      services.metrics.observeJob({ task, outcome, seconds: (performance.now() - startedAt) / 1000 });
    }
  };

const buildTaskList = (parts: JobParts): TaskList => {
  const tasks: TaskList = {
    [freeTask]: () => freeStaleJobs(parts.ownerPool),
    [retentionTask]: async () => void (await dropOldRuns(parts.services)),
  };
  const jobs = parts.modules.flatMap((module) => module.jobs ?? []);
  for (const { name, handle } of [deliveryTo(parts.modules), ...jobs])
    tasks[name] = (stored) => handle(jobContext(parts, name, stored), stored);
  for (const module of parts.modules) {
    for (const chore of module.chores ?? []) tasks[chore.task] = () => chore.handle(parts.services);
  }
  return Object.fromEntries(
    Object.entries(tasks).map(([task, handle]) => [task, handle && measured(parts, task, handle as Task)]),
  );
};

const buildCronItems = (modules: readonly ServerModule[]): ParsedCronItem[] =>
  parseCronItems([
    { task: freeTask, match: '*/5 * * * *' },
    { task: retentionTask, match: '23 * * * *' },
    ...modules.flatMap((module) =>
      (module.chores ?? []).map((chore) => ({ task: chore.task, match: chore.cron })),
    ),
  ]);

/**
 * Wakes the queue for retries. The queue retries a failed job after a pause that grows with the attempts (exp(attempts) seconds), and
 * without this it would notice the job only at a later search.
 */
const expectRetries = ({ dueJobs }: Services): WorkerEvents => {
  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ job }) => {
    dueJobs.expectAt(new Date(Date.now() + Math.exp(Math.min(job.attempts, 10)) * 1000));
  });
  return events;
};

const runJobs = (parts: JobParts): Promise<Runner> =>
  run({
    pgPool: parts.ownerPool,
    concurrency: 2,
    pollInterval: pollMs,
    noHandleSignals: true,
    // Batches are not used, because a failure to report a finished batch, when the database is unavailable, would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: buildTaskList(parts),
    events: expectRetries(parts.services),
    parsedCronItems: buildCronItems(parts.modules),
    logger: new Logger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning')
        parts.services.log.warn({ jobs: meta?.['failure'] ?? undefined }, message);
    }),
  });

/** Waits until the runner has ended, either through the signal or by itself because the database is unavailable. */
const untilEnded = async (runner: Runner, signal: AbortSignal): Promise<void> => {
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped = runner.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await runner.promise;
  signal.removeEventListener('abort', stop);
  await stopped;
};

const pauseMs = 1000;

/** Starts working on jobs and chores, and starts again after an unexpected end. `stop()` waits for the ones in progress. */
export const startJobs = async (parts: JobParts): Promise<{ stop(): Promise<void> }> => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepRunning = async (first: Runner): Promise<void> => {
    let runner: Runner | undefined = first;
    while (!signal.aborted) {
      try {
        await untilEnded(runner ?? (await runJobs(parts)), signal);
      } catch (error) {
        parts.services.log.warn({ err: error }, 'the work on jobs could not begin or end');
      }
      runner = undefined;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = keepRunning(await runJobs(parts));
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
