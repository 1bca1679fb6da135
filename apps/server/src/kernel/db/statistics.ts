import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Chats fill tables without runs, so the tables are also checked after this many transactions. */
const transactionsBetween = 200;
/** Hundreds of runs finish while files are imported; their tables are checked at most once in this time. */
const pauseMs = 1000;

/**
 * Keeps the statistics of growing tables up to date. PostgreSQL plans a named statement for the table sizes that it knows, and keeps the
 * plan until there are new statistics. Autovacuum updates them up to a minute after an import, or never where the operator turned it off.
 */
export interface Statistics {
  /** Counts a committed transaction. It is cheap; the tables are checked after a number of them. */
  noteTransaction(): void;
  /** Tells that a run has stored rows. The tables are checked now, or a second after the last check. */
  noteRun(): void;
  /** Analyses the tables that have grown by a fifth, and returns their names. Never throws. */
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
      // A table that autovacuum was processing was left out, so check again.
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
