import { sql } from 'drizzle-orm';
import { fail } from '../../base/errors.ts';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import type { Services } from '../../services/services.ts';
import { isTerminal } from '../definition/tables.ts';
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

/** Days for which ended runs are kept when the tenant has no setting of its own. */
const defaultRetentionDays = 30;
const atOnce = 500;

/** The time for which a tenant keeps ended runs, and a subject its own, such as a flow. An empty subject stands for the tenant. */
export const runRetention = {
  /** The days of a tenant without a setting of its own. */
  defaultDays: defaultRetentionDays,

  /** Reads the days of a subject, null when it has none of its own, and those of the tenant. */
  async read(tx: TxCtx, subjectId = ''): Promise<{ own: number | null; company: number }> {
    const { rows } = await tx.db.execute<{ subject_id: string; days: number }>(
      sql`select subject_id, days from run_retention where subject_id in ('', ${subjectId})`,
    );
    const findDays = (id: string) => rows.find((row) => row.subject_id === id)?.days ?? null;
    return { own: findDays(subjectId), company: findDays('') ?? defaultRetentionDays };
  },

  /** Sets the days, 1 to 3650; null restores the default, which for a subject are the days of its tenant. */
  async set(tx: TxCtx, days: number | null, subjectId = ''): Promise<void> {
    await tx.db.execute(
      days === null
        ? sql`delete from run_retention where subject_id = ${subjectId}`
        : sql`insert into run_retention (subject_id, days) values (${subjectId}, ${days})
            on conflict (tenant_id, subject_id) do update set days = excluded.days`,
    );
  },

  /** Counts the runs that ended more than this many days ago: of a subject, or of all subjects without days of their own. */
  async countOlder(
    tx: TxCtx,
    { days, subjectId = '' }: { days: number; subjectId?: string },
  ): Promise<number> {
    const isMeant =
      subjectId === ''
        ? sql`not exists (select 1 from run_retention k where k.subject_id <> '' and k.subject_id = r.subject_id)`
        : sql`r.subject_id = ${subjectId}`;
    const { rows } = await tx.db.execute<{ total: number }>(sql`
      select count(*)::int as total from runs r
      where not r.is_kept and r.finished_at < now() - ${days} * interval '1 day' and ${isMeant}`);
    return rows[0]?.total ?? 0;
  },
};

/** Deletes runs that ended longer ago than they are kept, with their journals. Returns their number. */
export const dropOldRuns = async ({ identityPool }: Services): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await identityPool.query<{ dropped: number }>(
      'select atelier.drop_old_runs($1, $2) as dropped',
      [defaultRetentionDays, atOnce],
    );
    const dropped = rows[0]?.dropped ?? 0;
    total += dropped;
    if (dropped < atOnce) return total;
  }
};
