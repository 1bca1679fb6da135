import type { TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../kernel/runs/index.ts';
import type { RecordRow } from '../records/tables.ts';
import { cancelledCause, endRecordAs } from './end-record.ts';

/** Ends the work on a record that has not ended. A run that is being worked on ends its record itself, as soon as it notices. */
export const cancelOpen = async (tx: TxCtx, record: RecordRow): Promise<void> => {
  await tx.audit('workers.record_cancelled', record.id);
  if (record.runId !== null && (await cancelRun(tx, record.runId)) === 'asked') return;
  await endRecordAs(tx, record, { status: 'FAILED', cause: cancelledCause });
};
