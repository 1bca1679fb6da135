import type { RecordStatus } from '@atelier/contracts/build/workers/record-shapes';
import { z } from 'zod';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineRun, type RunContext, type RunEnd, type RunScreen } from '../../../../kernel/runs/index.ts';
import { activityRepository } from '../records/activities.ts';
import { recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import { visibleWorkers } from '../visible-workers.ts';
import { beginRecord } from './begin-record.ts';
import { deliver } from './deliver.ts';
import type { RecordOrder } from './record-order.ts';
import { type RecordOutcome, recordRunType } from './record-run-type.ts';
import { type Result, runTarget, workOf } from './run-target.ts';

/** What a person decided about a result. */
export const Decision = z.object({
  action: z.enum(['APPROVE', 'REJECT', 'REDO']),
  /** The text in the place of the result; null leaves it as it is. */
  output: z.string().nullable(),
  comment: z.string(),
  by: z.string(),
});
export type Decision = z.infer<typeof Decision>;

/** The name of the signal that brings the decision about the result of a round. */
export const decisionOf = (round: number): string => `decision-${round}`;
const approvalOf = (round: number): string => `approval-${round}`;

const titleOf = ({ target }: RecordOrder): string =>
  `${{ AGENT: 'Agent', CREW: 'Crew', FLOW: 'Flow' }[target.kind]} “${target.name}”`;

/** Lets the work be done, and keeps the result. */
const work = async (run: RunContext, order: RecordOrder, round: number, comment: string): Promise<Result> => {
  const { recordId } = order;
  const { activity: name } = workOf(round);
  await run.transaction(`@begin/${name}`, async ({ db }) => {
    await recordRepository.update(db, recordId, { stage: 'WORKING' });
    await activityRepository.begin(db, { recordId, name, element: 'ACTIVITY', title: titleOf(order) });
  });
  const result = await runTarget(run, order, { round, comment });
  await run.transaction(`@result/${round}`, async ({ db }) => {
    const stage = order.needsApproval ? 'WAITING' : 'DELIVERING';
    await recordRepository.update(db, recordId, { outputText: result.text, outputData: result.data, stage });
    await activityRepository.end(db, { recordId, name }, { status: 'COMPLETED' });
    if (!order.needsApproval) return;
    const approval = { recordId, name: approvalOf(round), element: 'OUTPUT' as const };
    await activityRepository.begin(db, { ...approval, title: 'Approval by a person' });
  });
  return result;
};

const words = { APPROVE: 'Approved', REJECT: 'Rejected', REDO: 'To be done again' } as const;

/** Waits until a person decides about the result of a round. */
const decide = async (run: RunContext, { recordId }: RecordOrder, round: number): Promise<Decision> => {
  const decision = await run.waitFor(decisionOf(round), { schema: Decision });
  const { action, output, comment, by } = decision;
  await run.transaction(`@decided/${round}`, async ({ db }) => {
    await recordRepository.update(db, recordId, {
      stage: action === 'APPROVE' ? 'DELIVERING' : 'WORKING',
      ...(output !== null && { outputText: output, outputData: null }),
    });
    const detail = `${words[action]} by ${by}${comment === '' ? '' : `: ${comment}`}`;
    const status = action === 'REJECT' ? 'FAILED' : 'COMPLETED';
    await activityRepository.end(db, { recordId, name: approvalOf(round) }, { status, detail });
  });
  return decision;
};

const rejected = { outcome: 'REJECTED' } as const;

const workOnRecord = async (run: RunContext, recordId: string): Promise<z.infer<typeof RecordOutcome>> => {
  const order = (await run.transaction('@begin', (tx) => beginRecord(tx, recordId))) as RecordOrder;
  let comment = '';
  for (let round = 1; ; round += 1) {
    let result = await work(run, order, round, comment);
    const decision = order.needsApproval ? await decide(run, order, round) : undefined;
    if (decision?.action === 'REJECT') return rejected;
    if (decision?.action === 'REDO') {
      ({ comment } = decision);
      continue;
    }
    if (decision && decision.output !== null) result = { text: decision.output, data: null };
    await deliver(run, order, result);
    return { outcome: 'COMPLETED' };
  }
};

const statusOf = ({ status, output }: RunEnd<z.infer<typeof RecordOutcome>>): RecordStatus => {
  if (status === 'COMPLETED') return output?.outcome === 'REJECTED' ? 'FAILED' : 'COMPLETED';
  return status === 'CANCELLED' ? 'FAILED' : 'ERRORED';
};

const rejectedCause = { code: 'workers.rejected', message: 'A person rejected the result.' };
const cancelledCause = { code: 'workers.cancelled', message: 'The work was cancelled.' };

const causeOf = (end: RunEnd<z.infer<typeof RecordOutcome>>) => {
  if (end.status === 'CANCELLED') return cancelledCause;
  return end.output?.outcome === 'REJECTED' ? rejectedCause : end.cause;
};

/** Ends a record with its run. A run that was retried meanwhile is no longer that of the record. */
const endRecord = async (tx: TxCtx, end: RunEnd<z.infer<typeof RecordOutcome>>): Promise<void> => {
  const record = await recordRepository.findOfRun(tx.db, end.runId);
  if (!record || record.status !== 'PENDING') return;
  const [status, cause] = [statusOf(end), causeOf(end)];
  await recordRepository.update(tx.db, record.id, { status, cause, stage: 'ENDED', endedAt: tx.now() });
  await activityRepository.endOpen(tx.db, record.id, { status, cause });
};

const findSubjects: NonNullable<RunScreen['subjects']> = async (tx, found) => {
  const ids = [...new Set(found.map(({ subjectId }) => subjectId))];
  const rows = await workerRepository.listByIds(tx.db, ids, visibleWorkers(tx));
  return new Map(rows.map(({ id, name }) => [id, { name, address: `/workers/${id}` }]));
};

export const recordRun = defineRun({
  ...recordRunType,
  screen: { subjects: findSubjects, cancel: true },
  run: (run, { recordId }) => workOnRecord(run, recordId),
  ended: endRecord,
});
