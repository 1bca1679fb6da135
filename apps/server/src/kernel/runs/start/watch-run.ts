import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import type { RunCause } from '../definition/causes.ts';
import type { RunStatus } from '../definition/define-run.ts';

/** Wakes the run `watcherId` when a run that it did not start ends. When that has already ended, its end is read at once. */
export const watchRun = async (tx: TxCtx, runId: string, watcherId: string): Promise<void> => {
  await tx.db.execute(sql`insert into run_watchers (run_id, watcher_id) values (${runId}, ${watcherId})
    on conflict do nothing`);
  // Locks the row, so that an end that came before is read here, and a later one finds the watcher.
  await tx.db.execute(sql`update runs set is_watched = true where id = ${runId}
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED')`);
};

interface Outcome extends Record<string, unknown> {
  status: RunStatus;
  cause: RunCause | null;
  /** The output as JSON text. */
  output: string | null;
  /** True when the output is too large for the row of the run. */
  storedOutput: boolean;
}

export const readOutcome = async (tx: TxCtx, runId: string): Promise<Outcome | undefined> => {
  const { rows } = await tx.db.execute<Outcome>(sql`
    select status, cause, output, output is null and status = 'COMPLETED' as "storedOutput" from runs where id = ${runId}`);
  return rows[0];
};
