import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '../../../../../kernel/db/tenant-db.ts';
import { runs } from '../../../../../kernel/runs/index.ts';
import { flowRunKind } from '../flow-run-type.ts';

/** The state and the input of runs of flows, as the kernel stores them. */
export const runRepository = {
  find: async (db: TenantDb, runId: string): Promise<{ status: string; input: unknown } | undefined> =>
    (
      await db
        .select({ status: runs.status, input: runs.input })
        .from(runs)
        .where(and(eq(runs.id, runId), eq(runs.kind, flowRunKind)))
    )[0],
};
