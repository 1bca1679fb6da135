import { inArray } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { runs } from '../definition/tables.ts';

/** Deletes the runs of subjects that are being deleted. A run in progress stops when its next write is refused. */
export const dropRuns = async (tx: TxCtx, subjectIds: readonly string[]): Promise<void> => {
  if (subjectIds.length === 0) return;
  await tx.db.delete(runs).where(inArray(runs.subjectId, [...subjectIds]));
};
