import { type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunStatus } from '../definition/define-run.ts';

interface Child extends Record<string, unknown> {
  id: string;
  kind: string;
  status: RunStatus;
}

/** Selects a run as `attempts`, with the runs that it continues. */
const attempts = (runId: string): SQL => sql`attempts as (
  select id, origin_id from runs where id = ${runId}
  union
  select r.id, r.origin_id from runs r join attempts a on r.id = a.origin_id
)`;

/**
 * Reads a run that continues others together with them. What succeeded before stays under the run that started it; a child that was continued
 * has a successor, which carries its cost on.
 */
export const runAttempts = {
  /** Lists the runs that all attempts started themselves, oldest first, without those that were continued. */
  async listChildrenOfAttempts(db: TenantDb, runId: string): Promise<Child[]> {
    const { rows } = await db.execute<Child>(sql`
      with recursive ${attempts(runId)}, children as (select r.* from runs r join attempts a on r.parent_id = a.id)
      select id, kind, status from children
      where not exists (select 1 from children later where later.origin_id = children.id)
      order by created_at, id`);
    return rows;
  },

  /** Returns what all runs below all attempts have cost, in millionths of a credit. */
  async costOfAttempts(db: TenantDb, runId: string): Promise<number> {
    const { rows } = await db.execute<{ cost: number }>(sql`
      with recursive ${attempts(runId)}, below as (
        select r.id, r.origin_id, r.cost from runs r join attempts a on r.parent_id = a.id
        union
        select r.id, r.origin_id, r.cost from runs r join below b on r.parent_id = b.id
      )
      select coalesce(sum(cost), 0)::float8 as cost from below
      where not exists (select 1 from below later where later.origin_id = below.id)`);
    return rows[0]?.cost ?? 0;
  },
};
