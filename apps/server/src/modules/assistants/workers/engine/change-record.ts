import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import type { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { sendSignal } from '../../../../kernel/runs/requests/index.ts';
import { retryRun } from '../../../../kernel/runs/view/index.ts';
import { activityRepository } from '../records/activities.ts';
import { findRecord } from '../records/door.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordRepository } from '../records/repository.ts';
import { readRecord } from '../records/service/read-records.ts';
import type { RecordRow } from '../tables.ts';
import { correctedResult, type Decision, decisionEntryFor } from './decision.ts';
import { cancelOpen } from './end-record.ts';

type Endpoints = (typeof workerRecords)['endpoints'];

/** Calls `work` with a record that nobody else changes meanwhile, and reads it then. Throws `workers.record_not_found`. */
const change = (
  ctx: Ctx,
  recordId: string,
  work: (tx: TxCtx, record: RecordRow) => Promise<void>,
): Promise<WorkerRecord> =>
  ctx.tx(async (tx) => {
    await findRecord(tx, recordId);
    const locked = await recordRepository.lock(tx.db, recordId);
    await work(tx, locked ?? fail('workers.record_not_found'));
    const opened = await findRecord(tx, recordId);
    return readRecord(tx, { ...opened, isVisitor: false }, recordId);
  });

/**
 * Has the failed activity of a record done again; what succeeded before is kept. Throws `workers.record_not_found`,
 * `workers.nothing_failed` and `workers.document_deleted`.
 */
export const retryFailedActivity = (ctx: Ctx, recordId: string): Promise<WorkerRecord> =>
  change(ctx, recordId, async (tx, { status, runId, input, sourceText }) => {
    if (status !== 'ERRORED' || runId === null) return fail('workers.nothing_failed');
    const isOfFile = typeof input.value === 'object' && 'file' in input.value;
    if (isOfFile && sourceText === '' && !(await recordFiles.hasInput(tx.db, recordId)))
      return fail('workers.document_deleted');
    const again = await retryRun(tx, runId);
    const open = { status: 'PENDING', stage: 'WORKING', cause: null, endedAt: null } as const;
    await recordRepository.update(tx.db, recordId, { ...open, runId: again });
    await activityRepository.reopen(tx.db, recordId);
    await tx.audit('workers.activity_retried', recordId);
  });

/** Ends the work on a record. Throws `workers.record_not_found` and `workers.already_ended`. */
export const cancelRecord = (ctx: Ctx, recordId: string): Promise<WorkerRecord> =>
  change(ctx, recordId, (tx, record) =>
    record.status === 'PENDING' ? cancelOpen(tx, record) : fail('workers.already_ended'),
  );

const nameOf = ({ actor }: Ctx): string => ('name' in actor ? actor.name : 'Somebody');

/** Decides about the result of a record that waits. Each is decided once. Throws `workers.record_not_found`, `workers.not_waiting` and `workers.output_unreadable`. */
export const handleOutputAction = (
  ctx: Ctx,
  { recordId, action, output, comment }: RequestOf<Endpoints['handleOutputAction']>['body'],
): Promise<WorkerRecord> =>
  change(ctx, recordId, async (tx, { status, stage, runId, outputData }) => {
    if (status !== 'PENDING' || stage !== 'WAITING' || runId === null) return fail('workers.not_waiting');
    const round = await activityRepository.countRounds(tx.db, recordId);
    const corrected = action === 'APPROVE' ? (output ?? null) : null;
    if (corrected !== null && !correctedResult(outputData, corrected))
      return fail('workers.output_unreadable');
    const payload: Decision = { action, output: corrected, comment, by: nameOf(ctx) };
    const name = decisionEntryFor(round);
    if (!(await sendSignal(tx, { runId, name, payload, id: `${recordId}/${round}` })))
      fail('workers.not_waiting');
    await recordRepository.update(tx.db, recordId, { stage: action === 'REDO' ? 'WORKING' : 'DELIVERING' });
    await tx.audit('workers.output_decided', recordId, { action });
  });

/** Says what the result of a record is worth. Throws `workers.record_not_found` and `workers.not_ended`. */
export const rateRecord = (
  ctx: Ctx,
  recordId: string,
  { verdict, reason, text, status }: RequestOf<Endpoints['feedback']>['body'],
) =>
  ctx.tx(async (tx) => {
    const { record } = await findRecord(tx, recordId);
    if (record.status === 'PENDING') return fail('workers.not_ended');
    const isDislike = verdict === 'DISLIKE';
    const feedback =
      verdict === 'NONE'
        ? null
        : {
            ...{ verdict, status: status ?? record.feedback?.status ?? ('Open' as const) },
            ...{ reason: (isDislike ? reason : undefined) ?? null, text: text ?? '' },
          };
    await recordRepository.update(tx.db, recordId, { feedback });
    await tx.audit('workers.record_rated', recordId, { verdict });
    return { feedback };
  });
