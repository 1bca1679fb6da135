import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import type { Services } from '../../services/services.ts';

/** Days for which ended runs are kept when the tenant has no setting of its own. */
export const defaultRetentionDays = 30;
const atOnce = 500;

/** Sets the days for which a tenant keeps ended runs, 1 to 3650; null restores the default. */
export const setRunRetention = async (tx: TxCtx, days: number | null): Promise<void> => {
  await tx.db.execute(
    days === null
      ? sql`delete from run_retention`
      : sql`insert into run_retention (days) values (${days}) on conflict (tenant_id) do update set days = excluded.days`,
  );
};

/** Deletes runs that ended longer ago than their tenants keep them, with their journals. Returns their number. */
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
