import { eq, sql } from 'drizzle-orm';
import { fail } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { TxCtx } from '../context/context.ts';
import { writeSignal } from '../context/transaction-writes.ts';
import type { RunStatus } from './definition.ts';
import { type RunRow, runs } from './tables.ts';

/** The live topic that wakes every worker; which run it takes is decided there, fairly among tenants. */
export const waitingTopic = { tenantId: '*', topic: 'runs.waiting' } as const;

export interface RunOrder {
  kind: string;
  subjectId: string;
  input?: Record<string, unknown>;
}

/** Orders a run in the caller's transaction. Returns its id. */
export const orderRun = async (tx: TxCtx, order: RunOrder): Promise<string> => {
  const id = newId('run');
  await tx.db
    .insert(runs)
    .values({ id, kind: order.kind, subjectId: order.subjectId, input: order.input ?? {}, actor: tx.actor });
  await tx.db.execute(
    sql`insert into run_queue (run_id, tenant_id, kind) values (${id}, ${tx.tenantId}, ${order.kind})`,
  );
  await writeSignal(tx.db, { ...waitingTopic, id });
  return id;
};

/** Reads a run. Throws `run.not_found`. */
export const getRun = async (tx: TxCtx, runId: string): Promise<RunRow> => {
  const [row] = await tx.db.select().from(runs).where(eq(runs.id, runId)).limit(1);
  return row ?? fail('run.not_found');
};

const terminal: readonly RunStatus[] = ['COMPLETED', 'FAILED', 'CANCELLED'];
export const isTerminal = (status: RunStatus): boolean => terminal.includes(status);

/**
 * Cancels a run: one that waits ends at once, one that works is told and ends within a heartbeat.
 * Throws `run.already_finished`.
 */
export const cancelRun = async (tx: TxCtx, runId: string): Promise<'cancelled' | 'asked'> => {
  await tx.db.execute(
    sql`update run_queue set cancelled = true where run_id = ${runId} and tenant_id = ${tx.tenantId}`,
  );
  const [row] = await tx.db.select().from(runs).where(eq(runs.id, runId)).for('update');
  if (!row) return fail('run.not_found');
  if (isTerminal(row.status)) return fail('run.already_finished');
  if (row.status === 'RUNNING') {
    await tx.db.update(runs).set({ cancelRequestedAt: tx.now() }).where(eq(runs.id, runId));
    await tx.signal('runs.cancel', runId);
    return 'asked';
  }
  await tx.db
    .update(runs)
    .set({ status: 'CANCELLED', finishedAt: tx.now(), cancelRequestedAt: tx.now() })
    .where(eq(runs.id, runId));
  await tx.db.execute(sql`delete from run_queue where run_id = ${runId} and tenant_id = ${tx.tenantId}`);
  return 'cancelled';
};

/** Forgets the runs of subjects that are being deleted; one that works loses its lease and stops. */
export const dropRuns = async (tx: TxCtx, subjectIds: readonly string[]): Promise<void> => {
  if (subjectIds.length === 0) return;
  const ids = JSON.stringify(subjectIds);
  await tx.db.execute(sql`delete from run_queue q using runs r
    where r.id = q.run_id and q.tenant_id = ${tx.tenantId}
      and r.subject_id in (select json_array_elements_text(${ids}::json))`);
  await tx.db.execute(
    sql`delete from runs where subject_id in (select json_array_elements_text(${ids}::json))`,
  );
};
