import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Milliseconds between the searches of the queue for due jobs. A job that is due at once is announced and found at once. */
export const pollMs = 15_000;

/** The channel on which the queue is told about jobs. */
const announce = `select pg_notify('jobs:insert', '{"count":1}')`;

/** Wakes the queue for jobs that this process has ordered and that are due before the queue's next search. */
export interface DueJobs {
  expectAt(time: Date): void;
  close(): void;
}

export const createDueJobs = (pool: Pool, log: Log): DueJobs => {
  const timers = new Map<number, NodeJS.Timeout>();
  const wake = (at: number): void => {
    timers.delete(at);
    pool.query(announce).catch((error: unknown) => log.debug({ err: error }, 'the queue was not woken'));
  };
  return {
    expectAt(time) {
      // Jobs that are due at the same time share a timer. It fires a little later, because the database compares with its own clock.
      const at = Math.ceil(time.getTime() / 50) * 50 + 50;
      if (timers.has(at) || at - Date.now() > pollMs) return;
      timers.set(
        at,
        setTimeout(() => wake(at), Math.max(0, at - Date.now())),
      );
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
