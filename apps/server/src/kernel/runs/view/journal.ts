import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunCause } from '../definition/causes.ts';

/** An entry of a journal with its whole result. */
export interface JournalEntry extends Record<string, unknown> {
  seq: number;
  name: string;
  op: string;
  /** The result as JSON text; null where there is none, or where it is larger than what is read. */
  result: string | null;
  cause: RunCause | null;
  /** Micro-credits. */
  cost: number;
}

/** The most entries of a journal that are read, and the most characters of one result. */
const mostEntries = 5_000;
const longestResult = 8 * 1024 * 1024;

/** Reads the journal of a run from its beginning, for kinds whose runs are short enough to be shown as a whole. */
export const readJournal = async (db: TenantDb, runId: string): Promise<JournalEntry[]> => {
  const { rows } = await db.execute<JournalEntry>(sql`
    select j.seq, j.name, j.op, j.cause, j.cost::float8 as cost, coalesce(j.result, case when j.stored_bytes <= ${longestResult} then (
      select string_agg(data, '' order by part) from run_results p where p.run_id = j.run_id and p.seq = j.seq) end) as result
    from run_journal j where j.run_id = ${runId} order by j.seq limit ${mostEntries}`);
  return rows;
};
