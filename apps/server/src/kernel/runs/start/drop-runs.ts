import { inArray } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { runs } from '../definition/tables.ts';

/** Forgets the runs of subjects that are being deleted; one under work is refused its next write and stops. */
export const dropRuns = async (tx: TxCtx, subjectIds: readonly string[]): Promise<void> => {
  if (subjectIds.length === 0) return;
  await tx.db.delete(runs).where(inArray(runs.subjectId, [...subjectIds]));
};
