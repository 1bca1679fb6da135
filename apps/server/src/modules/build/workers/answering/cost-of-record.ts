import type { TxCtx } from '../../../../kernel/context/context.ts';
import { runLists } from '../../../../kernel/runs/view/index.ts';
import type { RecordRow } from '../records/tables.ts';

/** Returns what the work on a record has cost, in micro-credits. */
export const costOfRecord = async ({ db }: TxCtx, { runId }: Pick<RecordRow, 'runId'>): Promise<number> => {
  if (runId === null) return 0;
  const below = await runLists.listDescendants(db, runId, undefined);
  return below.reduce((sum, { cost }) => sum + cost, 0);
};
