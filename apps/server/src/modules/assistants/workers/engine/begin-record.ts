import type { TxCtx } from '../../../../kernel/context/context.ts';
import { RunFailure } from '../../../../kernel/runs/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import { nameTarget } from '../targets.ts';
import type { RecordOrder } from './record-order.ts';

const gone = (): never => {
  throw new RunFailure({ code: 'workers.record_not_found', message: 'The record was deleted.' });
};

const brought = {
  UPLOAD: 'Uploaded',
  WEBHOOK: 'Webhook',
  SCHEDULE: 'Schedule',
  API: 'Request',
  MAIL: 'Mail',
  APP: 'Question to an app',
  WORKER: 'Result of another worker',
} as const;

/** Begins the work on a record: reads it, with the settings that its worker has now. Throws RunFailure. */
export const beginRecord = async (tx: TxCtx, recordId: string): Promise<RecordOrder> => {
  const record = (await recordRepository.lock(tx.db, recordId)) ?? gone();
  const worker = (await workerRepository.find(tx.db, record.workerId)) ?? gone();
  const { targetKind: kind, targetId: id } = worker;
  const name = (await nameTarget(tx, { kind, id })) ?? 'deleted';
  await recordRepository.update(tx.db, recordId, { stage: 'WORKING' });
  const activity = { recordId, name: 'input', element: 'INPUT' as const };
  await activityRepository.begin(tx.db, { ...activity, title: brought[record.inputKind] });
  await activityRepository.end(tx.db, activity, { status: 'COMPLETED', detail: record.name });
  const files = (await recordFiles.list(tx.db, recordId)).filter(({ element }) => element === 'INPUT').length;
  return {
    ...{ recordId, files, workerId: worker.id, workerName: worker.name, ownerId: worker.createdBy },
    target: { kind, id, name },
    ...{ instructions: worker.instructions, outputs: worker.outputs },
    needsApproval: worker.approval === 'ALWAYS',
    ...{ name: record.name, inputKind: record.inputKind, input: record.input.value },
    ...{ sourceText: record.sourceText, parsedSource: record.parsedSource },
    ...{ date: record.momentDate, time: record.momentTime, depth: record.depth },
  };
};
