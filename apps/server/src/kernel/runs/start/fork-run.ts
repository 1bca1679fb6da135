import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fail } from '../../base/errors.ts';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { engineVersion } from '../definition/causes.ts';
import { serialize } from '../definition/serialize.ts';
import { isTerminal } from '../definition/tables.ts';
import { waitingTopic } from '../definition/topics.ts';
import { newRunId } from './start-run.ts';

interface Origin extends Record<string, unknown> {
  status: string;
  /** The last entry with a failure. */
  failed_at: number | null;
  failure: string | null;
  /** The step whose result was the failure, where the run says so itself. */
  repeated_at: number | null;
  /** The last end of a child that did not complete. */
  child_failed_at: number | null;
}

const readOrigin = async (tx: TxCtx, runId: string): Promise<Origin> => {
  // A call that must not be repeated has two entries: one for its beginning and one for its result.
  const { rows } = await tx.db.execute<Origin>(sql`
    select r.status, (
      select j.seq - (exists (select 1 from run_journal b where b.run_id = j.run_id and b.seq = j.seq - 1 and b.op = 'begun'))::integer
      from run_journal j where j.run_id = r.id and j.cause is not null order by j.seq desc limit 1) as failed_at, (
      select (j.cause - 'retryAt')::text from run_journal j where j.run_id = r.id and j.cause is not null order by j.seq desc limit 1) as failure, (
      select max(e.seq) from run_journal c join run_journal e on e.run_id = c.run_id and e.seq = c.seq + 1 and e.op = 'ended'
        join runs child on child.id = c.result::jsonb #>> '{}'
      where c.run_id = r.id and c.op = 'child' and child.status <> 'COMPLETED') as child_failed_at, (
      select min(j.seq) from run_journal j where j.run_id = r.id and r.cause #>> '{repeats,runId}' = r.id
        and j.name = r.cause #>> '{repeats,step}') as repeated_at
    from runs r where r.id = ${runId}`);
  return rows[0] ?? fail('run.not_found');
};

/**
 * Returns the entry at which a failed run continues; null when it continues after all that it recorded, because it was cancelled or a
 * child failed. An earlier failure with which the run went on is kept.
 */
const continuesAt = ({ status, failed_at, child_failed_at, repeated_at }: Origin): number | null => {
  if (status !== 'FAILED') return null;
  return repeated_at ?? (failed_at !== null && failed_at > (child_failed_at ?? 0) ? failed_at : null);
};

interface Fork {
  /** Entries before this one are copied; null copies all. */
  before: number | null;
  /** The new input as JSON text; null keeps the input. */
  input: string | null;
  /** Micro-credits, counted from the first run on; null keeps the budget. */
  budget: number | null;
  /** True when outward steps keep the idempotency keys of the first run. */
  keepsKeys: boolean;
  /** The run that waits for the new one, if there is one. */
  parentId?: string | undefined;
}

/** Copies a run that has ended, with the beginning of its journal, to a new run that continues from there. */
const fork = async (
  tx: TxCtx,
  runId: string,
  { before, input, budget, keepsKeys, parentId }: Fork,
): Promise<string> => {
  const id = newRunId();
  const isTaken = before === null ? sql`true` : sql`seq < ${before}`;
  const signals = sql`(select count(*) from run_signals s where s.run_id = ${runId})`;
  await tx.db.execute(sql`
    insert into runs (id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, is_kept, cost, budget, epoch, inbox, parent_id,
      origin_id, root_id, limit_key, limit_size, ready_at)
    select ${id}, kind, version, ${engineVersion}, subject_id, scope_id, coalesce(${input}::jsonb, input), ${JSON.stringify(tx.actor)}::jsonb,
      lane, priority, is_kept, cost, coalesce(${budget}, budget), 1, ${signals}, ${parentId ?? null}::text, id, ${keepsKeys ? sql`coalesce(root_id, id)` : null},
      limit_key, limit_size, case when limit_key is null then clock_timestamp() end
    from runs where id = ${runId}`);
  await tx.db.execute(sql`
    insert into run_journal (run_id, seq, name, op, result, stored_bytes, input, cause, key, attempts, cost, ms, at)
    select ${id}, seq, name, op, result, stored_bytes, input, cause, key, attempts, cost, ms, at
    from run_journal where run_id = ${runId} and ${isTaken}`);
  await tx.db.execute(sql`
    insert into run_results (run_id, seq, part, data)
    select ${id}, seq, part, data from run_results where run_id = ${runId} and seq > 0 and ${isTaken}`);
  await tx.db.execute(sql`
    insert into run_signals (run_id, id, name, payload, at)
    select ${id}, id, name, payload, at from run_signals where run_id = ${runId}`);
  await tx.db.execute(
    sql`select atelier.admit_run(${tx.tenantId}, ${id}) from runs where id = ${id} and ready_at is null`,
  );
  await writeSignal(tx.db, { ...waitingTopic, id });
  return id;
};

/**
 * Continues the children that a run failed or was cancelled with, and makes its copy wait for the new ones. A failed child after which
 * the run recorded anything else was not its end, and neither was one beside a step that failed with another cause, `failure`.
 */
const retryChildren = async (tx: TxCtx, id: string, failure: string | null): Promise<void> => {
  const { rows } = await tx.db.execute<{ seq: number; child: string; isCause: boolean }>(sql`
    select j.seq, c.id as child, c.cause - 'retryAt' = ${failure}::jsonb as "isCause" from run_journal j join runs c on c.id = j.result::jsonb #>> '{}'
    where j.run_id = ${id} and j.op = 'child' and c.status in ('FAILED', 'CANCELLED')
      and not exists (select 1 from run_journal later where later.run_id = j.run_id and later.seq > j.seq + 1
        and later.op not in ('child', 'ended') and exists (
          select 1 from run_journal e where e.run_id = j.run_id and e.seq = j.seq + 1 and e.op = 'ended')) order by j.seq`);
  if (failure !== null && !rows.some(({ isCause }) => isCause)) return;
  for (const { seq, child } of rows) {
    const again = await retryRun(tx, child, { parentId: id });
    await tx.db.execute(sql`update run_journal set result = to_json(${again}::text)::text
      where run_id = ${id} and seq = ${seq}`);
    await tx.db.execute(
      sql`delete from run_journal where run_id = ${id} and seq = ${seq + 1} and op = 'ended'`,
    );
  }
};

/**
 * Continues a failed or cancelled run at the step that failed, as a new run, with the children that failed with it; the old ones do not change. `budget` in
 * micro-credits counts from the first run on. Returns the new id. Throws `run.not_found` and `run.not_retryable`.
 */
export const retryRun = async (
  tx: TxCtx,
  runId: string,
  { budget, parentId }: { budget?: number; parentId?: string } = {},
): Promise<string> => {
  const origin = await readOrigin(tx, runId);
  if (origin.status !== 'FAILED' && origin.status !== 'CANCELLED') return fail('run.not_retryable');
  const before = continuesAt(origin);
  const how = { before, input: null, budget: budget ?? null, keepsKeys: true, parentId };
  const id = await fork(tx, runId, how);
  await retryChildren(tx, id, before === null ? null : origin.failure);
  return id;
};

/**
 * Repeats a run from one of its steps as a new run, with its own or another input. Entries before the step are copied, and
 * later outward calls get keys of their own. `fromStep` is a number in the journal, from 1. Throws `run.not_found`,
 * `run.not_finished`, and ZodError for an invalid input.
 */
export const replayRun = async <I>(
  tx: TxCtx,
  type: { readonly input: z.ZodType<I> },
  { runId, fromStep, input }: { runId: string; fromStep: number; input?: I },
): Promise<string> => {
  const { status } = await readOrigin(tx, runId);
  if (!isTerminal(status)) return fail('run.not_finished');
  const changed = input === undefined ? null : serialize(type.input.parse(input));
  return fork(tx, runId, { before: fromStep, input: changed, budget: null, keepsKeys: false });
};
