import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Milliseconds between the searches of the queue for jobs that are due; a job that is due now is announced, and found at once. */
export const pollMs = 10_000;

/** The channel on which the queue hears of jobs. */
const announce = `select pg_notify('jobs:insert', '{"count":1}')`;

/** Wakes the queue in time for the jobs that were ordered here for a moment before its next search. */
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
      // Jobs of the same moment share a timer. A little later, because the database compares with its own clock.
      const at = Math.ceil(time.getTime() / 50) * 50 + 50;
      if (timers.has(at) || at - Date.now() > pollMs) return;
      timers.set(
        at,
        setTimeout(() => wake(at), at - Date.now()),
      );
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
};
