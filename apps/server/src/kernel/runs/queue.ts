import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { globally } from '../context/context.ts';
import { leaseMs } from './definition.ts';

/** A run that this worker holds until its lease ends. `attempt` is the fence: a later claim has a higher one. */
export interface Claim extends Record<string, unknown> {
  run_id: string;
  tenant_id: string;
  kind: string;
  attempts: number;
}

/**
 * Takes the next run: of the tenant with the fewest runs under way, oldest first, never more than `tenantCap`
 * of one tenant. An expired lease counts as waiting, so what a dead worker held is taken over.
 */
export const claimRun = (pool: Pool, owner: string, tenantCap: number): Promise<Claim | undefined> =>
  globally(pool, async (db) => {
    const { rows } = await db.execute<Claim>(sql`
      with busy as (
        select tenant_id, count(*) as held from run_queue where lease_until > now() group by tenant_id
      ), next as (
        select q.run_id from run_queue q left join busy b using (tenant_id)
        where q.available_at <= now() and (q.lease_until is null or q.lease_until <= now())
          and coalesce(b.held, 0) < ${tenantCap}
        order by coalesce(b.held, 0), q.created_at
        for update of q skip locked limit 1
      )
      update run_queue q set lease_owner = ${owner}, attempts = q.attempts + 1,
        lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from next where q.run_id = next.run_id
      returning q.run_id, q.tenant_id, q.kind, q.attempts`);
    return rows[0];
  });

/** Renews a lease. Says whether the run is still held, and whether somebody asked to cancel it. */
export const renewLease = (pool: Pool, claim: Claim): Promise<'held' | 'cancelled' | 'lost'> =>
  globally(pool, async (db) => {
    const { rows } = await db.execute<{ cancelled: boolean }>(sql`
      update run_queue set lease_until = now() + ${leaseMs} * interval '1 millisecond'
      where run_id = ${claim.run_id} and attempts = ${claim.attempts} returning cancelled`);
    const row = rows[0];
    if (!row) return 'lost';
    return row.cancelled ? 'cancelled' : 'held';
  });

/** Gives a run back at once (shutdown), without counting the attempt. */
export const releaseClaim = (pool: Pool, claim: Claim): Promise<void> =>
  globally(pool, async (db) => {
    await db.execute(sql`update run_queue set lease_owner = null, lease_until = null, attempts = attempts - 1
      where run_id = ${claim.run_id} and attempts = ${claim.attempts}`);
  });
