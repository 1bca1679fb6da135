import type { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { entitiesAsSubjects } from '../../../../kernel/entities/entity-kind.ts';
import { defineRun, type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { runFamilies } from '../../../../kernel/runs/view/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordFiles } from '../records/file-repository.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import { nameTarget } from '../targets.ts';
import { approvalEntryFor, correctedResult, Decision, decisionEntryFor, rejectedCause } from './decision.ts';
import { deliver } from './deliver.ts';
import { endRecord } from './end-record.ts';
import { readDocuments } from './read-documents.ts';
import type { RecordOrder } from './record-order.ts';
import { type RecordOutcome, recordRunType } from './record-order.ts';
import { type Result, runTarget, workEntriesFor } from './run-target.ts';

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
const beginRecord = async (tx: TxCtx, recordId: string): Promise<RecordOrder> => {
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

const describeTarget = ({ target }: RecordOrder): string =>
  `${{ AGENT: 'Agent', CREW: 'Crew', FLOW: 'Flow' }[target.kind]} “${target.name}”`;

/** Lets the work be done, and keeps the result. */
const work = async (run: RunContext, order: RecordOrder, round: number, comment: string): Promise<Result> => {
  const { recordId } = order;
  const { activity: name } = workEntriesFor(round);
  await run.transaction(`@begin/${name}`, async ({ db }) => {
    await recordRepository.update(db, recordId, { stage: 'WORKING' });
    await activityRepository.begin(db, { recordId, name, element: 'ACTIVITY', title: describeTarget(order) });
  });
  const result = await runTarget(run, order, { round, comment });
  await run.transaction(`@result/${round}`, async ({ db }) => {
    const stage = order.needsApproval ? 'WAITING' : 'DELIVERING';
    const microCredits = await runFamilies.costOfAttempts(db, run.runId);
    const kept = { outputText: result.text, outputData: result.data, microCredits };
    await recordRepository.update(db, recordId, { ...kept, stage });
    await activityRepository.end(db, { recordId, name }, { status: 'COMPLETED' });
    if (!order.needsApproval) return;
    const approval = { recordId, name: approvalEntryFor(round), element: 'OUTPUT' as const };
    await activityRepository.begin(db, { ...approval, title: 'Approval by a person' });
  });
  return result;
};

const words = { APPROVE: 'Approved', REJECT: 'Rejected', REDO: 'To be done again' } as const;

interface Decided {
  action: Decision['action'];
  comment: string;
  /** The result that goes out, as it was corrected. */
  result: Result;
}

/** Waits until a person decides about the result of a round. */
const decide = async (
  run: RunContext,
  { recordId }: RecordOrder,
  round: number,
  result: Result,
): Promise<Decided> => {
  const decision = await run.waitFor(decisionEntryFor(round), { schema: Decision });
  const { action, output, comment, by } = decision;
  const corrected = output === null ? undefined : correctedResult(result.data, output);
  await run.transaction(`@decided/${round}`, async ({ db }) => {
    await recordRepository.update(db, recordId, {
      stage: action === 'APPROVE' ? 'DELIVERING' : 'WORKING',
      ...(corrected && { outputText: corrected.text, outputData: corrected.data }),
    });
    const word = corrected ? 'Corrected and approved' : words[action];
    const detail = `${word} by ${by}${comment === '' ? '' : `: ${comment}`}`;
    const ending =
      action === 'REJECT'
        ? { status: 'FAILED' as const, cause: rejectedCause }
        : { status: 'COMPLETED' as const };
    await activityRepository.end(db, { recordId, name: approvalEntryFor(round) }, { ...ending, detail });
  });
  return { action, comment, result: corrected ?? result };
};

const rejected = { outcome: 'REJECTED' } as const;

const workOnRecord = async (run: RunContext, recordId: string): Promise<z.infer<typeof RecordOutcome>> => {
  const begun = (await run.transaction('@begin', (tx) => beginRecord(tx, recordId))) as RecordOrder;
  const order = await readDocuments(run, begun);
  let comment = '';
  for (let round = 1; ; round += 1) {
    const result = await work(run, order, round, comment);
    const decision = order.needsApproval ? await decide(run, order, round, result) : undefined;
    if (decision?.action === 'REJECT') return rejected;
    if (decision?.action === 'REDO') {
      ({ comment } = decision);
      continue;
    }
    await deliver(run, order, decision?.result ?? result);
    return { outcome: 'COMPLETED' };
  }
};

export const recordRun = defineRun({
  ...recordRunType,
  // A record is cancelled and retried on its own screen, which knows what belongs to it.
  screen: { subjects: entitiesAsSubjects },
  run: (run, { recordId }) => workOnRecord(run, recordId),
  ended: endRecord,
});
