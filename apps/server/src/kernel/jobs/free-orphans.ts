import type { Pool } from 'pg';

/** A job is short; one that is locked for longer than this belongs to a worker that died. */
const staleJobAfter = '10 minutes';

const unlock = async (ownerPool: Pool, condition: string): Promise<void> => {
  await ownerPool.query(`select graphile_worker.force_unlock_workers(workers) from
    (select array_agg(distinct locked_by) as workers from graphile_worker.jobs where ${condition}) as dead
    where workers is not null`);
};

/** Frees the jobs of workers that died, so that other workers take them. */
export const freeStaleJobs = (ownerPool: Pool): Promise<void> =>
  unlock(ownerPool, `locked_at < now() - interval '${staleJobAfter}'`);

/**
 * Frees the jobs of a killed server at once, instead of waiting until they are stale. Only for a database that no other
 * server uses, which the lock on the data folder guarantees for the embedded one.
 */
export const freeOrphans = (ownerPool: Pool): Promise<void> => unlock(ownerPool, 'locked_by is not null');
