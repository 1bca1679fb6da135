import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { cancelRun } from './cancel-run.ts';

/**
 * Deletes the runs of subjects that are being deleted, and cancels the runs that those have started and wait for. Runs in progress stop at
 * once, because the database announces their deletion (migration 0352).
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
