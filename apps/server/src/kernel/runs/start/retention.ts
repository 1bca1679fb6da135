import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import type { Services } from '../../services/services.ts';

/** Days for which ended runs are kept where a tenant has no setting of its own. */
export const defaultRetentionDays = 30;
const atOnce = 500;

/** Sets for how many days a tenant keeps ended runs, 1 to 3650; null goes back to the default. */
export const setRunRetention = async (tx: TxCtx, days: number | null): Promise<void> => {
  await tx.db.execute(
    days === null
      ? sql`delete from run_retention`
      : sql`insert into run_retention (days) values (${days}) on conflict (tenant_id) do update set days = excluded.days`,
  );
};

/** Deletes the runs that ended longer ago than their tenants keep them, with their journals. Returns how many. */
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
