import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import type { RecordRow } from './tables.ts';

/** Returns what the work on a record has cost so far, in micro-credits, in all attempts together. What has ended is stored with the record. */
export const costOfRecord = async (
  db: TenantDb,
  { runId, microCredits, endedAt }: Pick<RecordRow, 'runId' | 'microCredits' | 'endedAt'>,
): Promise<number> =>
  runId === null || endedAt !== null ? microCredits : runLists.costOfAttempts(db, runId);
