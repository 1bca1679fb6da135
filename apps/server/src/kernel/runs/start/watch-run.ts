import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import type { RunCause } from '../definition/causes.ts';
import type { RunStatus } from '../definition/define-run.ts';

/** Lets a run that somebody else started wake `watcherId` when it ends. One that has ended already is simply read. */
export const watchRun = async (tx: TxCtx, runId: string, watcherId: string): Promise<void> => {
  await tx.db.execute(sql`insert into run_watchers (run_id, watcher_id) values (${runId}, ${watcherId})
    on conflict do nothing`);
  // Takes the row's lock: an end either came before, and is read, or comes after, and sees the mark.
  await tx.db.execute(sql`update runs set is_watched = true where id = ${runId}
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED')`);
};

interface Outcome extends Record<string, unknown> {
  status: RunStatus;
  cause: RunCause | null;
  /** JSON text. */
  output: string | null;
  /** The output is too large for the run's own row. */
  storedOutput: boolean;
}

export const readOutcome = async (tx: TxCtx, runId: string): Promise<Outcome | undefined> => {
  const { rows } = await tx.db.execute<Outcome>(sql`
    select status, cause, output, output is null and status = 'COMPLETED' as "storedOutput" from runs where id = ${runId}`);
  return rows[0];
};
