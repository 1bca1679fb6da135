import { sql } from 'drizzle-orm';
import { fail } from '../../base/errors.ts';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { isTerminal } from '../definition/run-status.ts';
import { cancelTopic, waitingTopic } from '../definition/topics.ts';

interface Open extends Record<string, unknown> {
  status: string;
  owner: string | null;
  epoch: number;
}

/**
 * Cancels a run and the child runs that it waits for. A run that is not being executed ends at once; one in progress ends when
 * its code reaches its next operation, after five seconds at the latest. Throws `run.not_found` and `run.already_finished`.
 */
export const cancelRun = async (tx: TxCtx, runId: string): Promise<'cancelled' | 'asked'> => {
  const { rows } = await tx.db.execute<Open>(
    sql`select status, owner, epoch from runs where id = ${runId} for no key update`,
  );
  const row = rows[0];
  if (!row) return fail('run.not_found');
  if (isTerminal(row.status)) return fail('run.already_finished');
  await cancelChildren(tx, runId);
  // Increases the inbox counter, so that a run that is being released at this moment is checked again.
  await tx.db.execute(
    sql`update runs set cancel_requested_at = coalesce(cancel_requested_at, now()), inbox = inbox + 1 where id = ${runId}`,
  );
  if (row.owner !== null) {
    await writeSignal(tx.db, { ...cancelTopic, id: runId });
    return 'asked';
  }
  const end = { t: tx.tenantId, r: runId, e: row.epoch, status: 'CANCELLED' };
  const { rows: ended } = await tx.db.execute<{ woken: number }>(
    sql`select atelier.end_runs(null, ${JSON.stringify([end])}::jsonb) as woken`,
  );
  if ((ended[0]?.woken ?? 0) > 0) await writeSignal(tx.db, { ...waitingTopic, id: runId });
  return 'cancelled';
};

const cancelChildren = async (tx: TxCtx, runId: string): Promise<void> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`select id from runs where parent_id = ${runId}
    and status not in ('COMPLETED', 'FAILED', 'CANCELLED') order by id`);
  for (const { id } of rows) await cancelRun(tx, id);
};

/**
 * Deletes the runs of subjects that are being deleted, and cancels the runs that those have started and wait for. Runs in progress stop at
 * once, because the database announces their deletion (announce_deleted_run.sql).
 */
export const dropRuns = async (tx: TxCtx, subjectIds: readonly string[]): Promise<void> => {
  if (subjectIds.length === 0) return;
  const { rows: children } = await tx.db.execute<{ id: string }>(sql`
    with dropped as (
      delete from runs where subject_id = any(${sql.param([...subjectIds])}::text[])
      returning id, status in ('QUEUED', 'RUNNING', 'WAITING') as is_open
    )
    select r.id from dropped d join runs r on r.parent_id = d.id and r.status in ('QUEUED', 'RUNNING', 'WAITING')
    where d.is_open and r.subject_id <> all(${sql.param([...subjectIds])}::text[])
    order by r.id`);
  for (const { id } of children) await cancelRun(tx, id);
};
