import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import type { Services } from '../../services/services.ts';

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
