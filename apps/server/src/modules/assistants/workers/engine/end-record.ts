import {
  type RecordInput,
  type RecordStatus,
  recordEndings,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, type RunCause, type RunEnd } from '../../../../kernel/runs/index.ts';
import { runFamilies } from '../../../../kernel/runs/view/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordRepository } from '../records/repository.ts';
import type { RecordRow } from '../tables.ts';
import { rejectedCause } from './decision.ts';
import { orderGiving, type RecordOutcome } from './record-order.ts';

type End = RunEnd<z.infer<typeof RecordOutcome>>;

export const cancelledCause: RunCause = { code: recordEndings.cancelled, message: 'The work was cancelled.' };

const toRecordStatus = ({ status, output }: End): RecordStatus => {
  if (status === 'COMPLETED') return output?.outcome === 'REJECTED' ? 'FAILED' : 'COMPLETED';
  return status === 'CANCELLED' ? 'FAILED' : 'ERRORED';
};

const toRunCause = ({ status, output, cause }: End): RunCause | null => {
  if (status === 'CANCELLED') return cancelledCause;
  return output?.outcome === 'REJECTED' ? rejectedCause : cause;
};

/** Returns the question of a conversation that a record answers. */
export const findQueryId = (input: RecordInput): string | undefined =>
  typeof input === 'object' && 'query' in input ? input.queryId : undefined;

/** Ends a record, and what was under way. */
export const endRecordAs = async (
  tx: TxCtx,
  { id: recordId, input, runId }: Pick<RecordRow, 'id' | 'input' | 'runId'>,
  { status, cause }: { status: RecordStatus; cause: RunCause | null },
): Promise<void> => {
  const microCredits = runId === null ? 0 : await runFamilies.costOfAttempts(tx.db, runId);
  const ended = { stage: 'ENDED', endedAt: tx.now(), microCredits } as const;
  await recordRepository.update(tx.db, recordId, { status, cause, ...ended });
  await activityRepository.endOpen(tx.db, recordId, { status, cause });
  const queryId = findQueryId(input.value);
  if (queryId !== undefined) await orderGiving(tx, { recordId, queryId });
};

/** Ends a record with its run. A run that was retried meanwhile is no longer that of the record. */
export const endRecord = async (tx: TxCtx, end: End): Promise<void> => {
  const record = await recordRepository.findOfRun(tx.db, end.runId);
  if (record?.status !== 'PENDING') return;
  await endRecordAs(tx, record, { status: toRecordStatus(end), cause: toRunCause(end) });
};

/** Ends the work on a record that has not ended. A run that is being worked on ends its record itself, as soon as it notices. */
export const cancelOpen = async (tx: TxCtx, record: RecordRow): Promise<void> => {
  await tx.audit('workers.record_cancelled', record.id);
  if (record.runId !== null && (await cancelRun(tx, record.runId)) === 'asked') return;
  await endRecordAs(tx, record, { status: 'FAILED', cause: cancelledCause });
};
