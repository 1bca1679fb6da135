import { sql } from 'drizzle-orm';
import type { Actor, TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { engineVersion } from '../definition/causes.ts';
import type { RunType } from '../definition/define-run.ts';
import { waitingTopic } from '../definition/topics.ts';
import { newRunId, type RunStart, startRowOf } from './start-run.ts';

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
  const rows = starts.map((start) => ({
    ...{ r: newRunId(), actor: start.actor ?? tx.actor },
    ...startRowOf(type, start),
  }));
  const [first] = rows;
  if (!first) return [];
  await Promise.all([
    tx.db.execute(sql`
      insert into runs (id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, parent_id, is_kept, budget, ready_at)
      select r, kind, version, ${engineVersion}::integer, subject, scope, input::jsonb, actor, lane, priority,
        parent, kept, budget, clock_timestamp()
      from json_to_recordset(${JSON.stringify(rows)}::json) as start(r text, kind text, version integer, subject text, scope text,
        input text, actor jsonb, lane smallint, priority smallint, parent text, kept boolean, budget bigint)`),
    writeSignal(tx.db, { ...waitingTopic, id: first.r }),
  ]);
  return rows.map(({ r }) => r);
};
