import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Chats grow tables without runs, so every so many transactions the tables are looked at all the same. */
const transactionsBetween = 200;
/** Runs end and save by the hundred while files are imported; the tables are looked at once in this time. */
const pauseMs = 1000;

/**
 * Keeps the statistics of grown tables current. PostgreSQL makes the plan of a named statement for the sizes that it knows
 * and keeps it until new statistics come; autovacuum brings them up to a minute after an import, or not at all to a
 * database whose operator turned it off.
 */
export interface Statistics {
  /** A transaction was committed. Costs nothing; the tables are looked at now and then. */
  noteTransaction(): void;
  /** A run has stored something. The tables are looked at now, or a second after they were last. */
  noteRun(): void;
  /** Looks at the tables and analyses those that have grown by a fifth. Returns their names. Never throws. */
  refresh(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const createStatistics = (pool: Pool, log: Log): Statistics => {
  let transactions = 0;
  let timer: NodeJS.Timeout | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<readonly string[]> = Promise.resolve([]);
  let isClosed = false;

  const ask = async (): Promise<readonly string[]> => {
    try {
      const { rows } = await pool.query<{ tables: string[] }>(
        'select atelier.refresh_statistics() as tables',
      );
      const tables = rows[0]?.tables ?? [];
      if (tables.length > 0) log.debug({ tables }, 'statistics of grown tables refreshed');
      return tables;
    } catch (error) {
      log.warn({ err: error }, 'statistics could not be refreshed');
      return [];
    } finally {
      refreshedAt = performance.now();
    }
  };
  const refresh = (): Promise<readonly string[]> => {
    transactions = 0;
    refreshing = refreshing.then(ask).then((tables) => {
      // A table that autovacuum was busy with was left out, so that it is looked at once more.
      if (tables.length > 0) refreshSoon();
      return tables;
    });
    return refreshing;
  };
  const refreshSoon = (): void => {
    if (timer || isClosed) return;
    const wait = Math.max(0, refreshedAt + pauseMs - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      void refresh();
    }, wait);
  };

  return {
    noteTransaction() {
      transactions += 1;
      if (transactions >= transactionsBetween) refreshSoon();
    },
    noteRun: refreshSoon,
    refresh,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await refreshing;
    },
  };
};
