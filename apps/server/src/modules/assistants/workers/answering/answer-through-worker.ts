import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { failureOfRun, settledHere } from '../../../../kernel/runs/requests/index.ts';
import type { AnsweredBy, AnswerPart, Writing } from '../../apps/declarations.ts';
import { leaveAnswer, wasStoppedByReader } from '../../chat/index.ts';
import { cancelOpen } from '../engine/end-record.ts';
import { costOfRecord } from '../records/read-parts.ts';
import { recordRepository } from '../records/repository.ts';
import type { RecordRow } from '../tables.ts';
import { takeQuestion } from './take-question.ts';

export interface WorkerOrder {
  worker: { id: string; name: string };
  app: AnsweredBy;
  question: string;
  /** Called with the micro-credits that the work has cost. */
  onUsed(microCredits: number): void;
}

/** The longest time that a reader waits for work, and for a person. What comes later is added to the stored answer. */
const patienceMs = { work: 5 * 60_000, person: 60_000 };
const pauseMs = { shortest: 100, longest: 1000 };

/** The most apps, flows, agents and workers that ask each other in a row. */
const mostDepth = 10;

/** The words for the reader of an answer about a record that waits for a person. */
const waits: Partial<Record<RecordRow['stage'], string>> = {
  HELD: 'Your question has been taken. The work on it begins later, and the answer follows here.',
  WAITING: 'Somebody looks at the answer before you get it. It follows here.',
};
const takesLonger = 'The work on your question takes longer. The answer follows here.';

const find = async (system: Ctx, id: string): Promise<RecordRow> =>
  (await system.tx(({ db }) => recordRepository.find(db, id))) ?? fail('chat.worker_ended');

/** Yields a record each time its stage has changed, and undefined when the reader has waited long enough. */
async function* followStages(
  system: Ctx,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<RecordRow | undefined> {
  let stage: RecordRow['stage'] | undefined;
  let since = performance.now();
  for (let pause = pauseMs.shortest; ; pause = Math.min(pauseMs.longest, pause * 1.5)) {
    const record = await find(system, id);
    const isSame = record.stage === stage;
    if (!isSame) yield record;
    if (record.stage === 'ENDED') return;
    // Each wait for a person, and all the work between two of them, has its own time.
    if ((waits[record.stage] === undefined) !== (stage === undefined || waits[stage] === undefined))
      since = performance.now();
    stage = record.stage;
    const patience = waits[stage] === undefined ? patienceMs.work : patienceMs.person;
    if (performance.now() - since > patience) yield undefined;
    const settled = record.runId === null ? [] : [settledHere(system, record.runId)];
    await Promise.race([...settled, sleep(pause, undefined, { signal })]);
  }
}

/** Members of the company may know why the work failed. */
const isMember = ({ actor }: Ctx): boolean => actor.kind === 'user' || actor.kind === 'api-key';

const toFailure = (ctx: Ctx, { worker }: WorkerOrder, { status, cause }: RecordRow): AppError => {
  const code = status === 'ERRORED' ? 'chat.worker_failed' : 'chat.worker_ended';
  const message = isMember(ctx) && cause && `The worker “${worker.name}” gave no result: ${cause.message}`;
  const failure = new AppError(code, undefined, message ? { message } : {});
  return code === 'chat.worker_failed' ? failureOfRun(cause, failure) : failure;
};

const tooDeep = (): AppError =>
  new AppError('chat.worker_failed', undefined, {
    message: 'Workers, agents, flows and apps asked each other ten times in a row. Please break the circle.',
  });

const traceRecord = (
  { trace }: Writing,
  { worker }: WorkerOrder,
  { status, runId, createdAt, endedAt }: RecordRow,
): void => {
  const open = status === 'PENDING' ? ('SKIPPED' as const) : ('FAILED' as const);
  trace({
    ...{ kind: 'STEP', title: `Worker “${worker.name}”`, detail: '' },
    status: status === 'COMPLETED' ? 'SUCCEEDED' : open,
    durationMs: Math.max(0, (endedAt ?? new Date()).getTime() - createdAt.getTime()),
    ...(runId !== null && { runId }),
  });
};

/** Ends the work for a reader who wants no answer any more. */
const stopFor = (system: Ctx, recordId: string, queryId: string): Promise<void> =>
  system.tx(async (tx) => {
    await leaveAnswer(tx, queryId, null);
    const record = await recordRepository.lock(tx.db, recordId);
    if (record?.status === 'PENDING') await cancelOpen(tx, record);
  });

/**
 * Answers a question with the result of a record. A reader who leaves does not end the work: only one who stops the answer does. What comes
 * after the reader has gone, or after this process was killed, is added to the stored answer.
 */
export async function* answerThroughWorker(order: WorkerOrder, writing: Writing): AsyncIterable<AnswerPart> {
  if (writing.depth >= mostDepth) throw tooDeep();
  const { ctx, queryId, signal } = writing;
  const system = ctx.inTenant(ctx.tenantId, { kind: 'system', name: 'workers.chat' });
  const recordId = await takeQuestion(ctx, system, order, writing);
  let record: RecordRow | undefined;
  try {
    for await (const next of followStages(system, recordId, signal)) {
      if (next === undefined) {
        if (record && waits[record.stage] === undefined) yield { type: 'text', text: takesLonger };
        yield { type: 'left' };
        return;
      }
      record = next;
      const told = waits[next.stage];
      if (told !== undefined) yield { type: 'text', text: `${told}\n\n` };
    }
    if (record?.status !== 'COMPLETED') throw toFailure(ctx, order, record ?? fail('chat.worker_ended'));
    yield { type: 'text', text: record.outputText };
  } finally {
    if (wasStoppedByReader(signal)) await stopFor(system, recordId, queryId);
    const last = record;
    if (last) {
      traceRecord(writing, order, last);
      order.onUsed(await system.tx((tx) => costOfRecord(tx.db, last)));
    }
  }
}
