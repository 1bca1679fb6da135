import { sql } from 'drizzle-orm';
import type { Actor, TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { engineVersion } from '../definition/causes.ts';
import type { RunType } from '../definition/define-run.ts';
import type { StartRow } from '../definition/rows.ts';
import { waitingTopic } from '../definition/topics.ts';
import { newRunId, type RunStart, startRowOf } from './start-run.ts';

type QueuedRow = Omit<StartRow, 't' | 'engine' | 'here'>;

/** Queues runs in the caller's transaction. One that exists already stays as it is. */
export const queueRows = (tx: TxCtx, rows: readonly [QueuedRow, ...QueuedRow[]]): Promise<unknown> =>
  Promise.all([
    tx.db.execute(sql`
      insert into runs (id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, parent_id, is_kept, budget, ready_at)
      select r, kind, version, ${engineVersion}::integer, subject, scope, input::jsonb, actor, lane, priority,
        parent, kept, budget, clock_timestamp()
      from json_to_recordset(${JSON.stringify(rows)}::json) as start(r text, kind text, version integer, subject text, scope text,
        input text, actor jsonb, lane smallint, priority smallint, parent text, kept boolean, budget bigint)
      on conflict (tenant_id, id) do nothing`),
    writeSignal(tx.db, { ...waitingTopic, id: rows[0].r }),
  ]);

/**
 * Starts several runs in the caller's transaction, in one statement. `actor` is who starts a run, if the transaction also works for
 * others. Returns their ids, in order. Throws for a type with rules about its starts, which decide about each run.
 */
export const orderRuns = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  starts: readonly (Omit<RunStart<I>, 'idempotency'> & { actor?: Actor })[],
): Promise<string[]> => {
  if (type.starting) throw new Error(`${type.kind} has rules about its starts; use orderRun`);
  const [first, ...others] = starts.map((start) => ({
    ...{ r: newRunId(), actor: start.actor ?? tx.actor },
    ...startRowOf(tx, type, start),
  }));
  if (!first) return [];
  const rows = [first, ...others] as const;
  await queueRows(tx, rows);
  return rows.map(({ r }) => r);
};
