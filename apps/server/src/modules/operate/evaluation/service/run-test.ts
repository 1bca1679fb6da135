import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import type { PerformanceTest } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, orderRun } from '../../../../kernel/runs/index.ts';
import { presentTest } from '../present.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';
import { performanceRunType } from '../run-type.ts';
import { answeringWith, testedKindFor } from '../subjects/kinds.ts';
import { type Subject, toSubject, toSubjectColumns } from '../subjects/subject.ts';
import { findGate } from './pass-gate.ts';
import { getTestRow } from './reads.ts';

type Order = RequestOf<(typeof evaluation)['endpoints']['run']>['body'];

/** Returns the questions of a test: the test questions, and for a draft also questions that people asked. */
const listQuestions = async (tx: TxCtx, subject: Subject, isDraft: boolean) => {
  const rows = await questionRepository.all(tx.db, subject.id);
  if (rows.length === 0) fail('evaluation.no_questions');
  const written = new Set(rows.map(({ question }) => question.toLowerCase()));
  const { replay } = await findGate(tx, subject);
  const asked = isDraft ? await testedKindFor(subject).recentQuestions(tx, subject.id, replay) : [];
  const own = rows.map(({ id, question, correctAnswer, expectedCalls, botAnswer, accuracy }) => ({
    ...{ questionId: id, question, correctAnswer, expectedCalls },
    ...{ answerBefore: botAnswer, accuracyBefore: accuracy },
  }));
  const real = asked
    .filter((question) => !written.has(question.toLowerCase()))
    .map((question) => ({ questionId: null, question, correctAnswer: null }));
  return [...own, ...real].map((each, ordinal) => ({ ...each, ordinal }));
};

/** Checks that the versions exist, and returns the one that answers or that a draft is compared with. */
const chooseVersion = async (
  tx: TxCtx,
  subject: Subject,
  {
    version,
    against,
    inUse,
    isDraft,
  }: Pick<Order, 'version' | 'against'> & { inUse: number; isDraft: boolean },
) => {
  for (const each of [version, against])
    if (each !== undefined) await testedKindFor(subject).checkVersion(tx, subject.id, each);
  return isDraft ? inUse : (version ?? inUse);
};

/** Throws `evaluation.draft_elsewhere` for the draft of something that does not answer here. */
const checkDraft = async (tx: TxCtx, subject: Subject, draftOf: string | undefined): Promise<void> => {
  if (draftOf === undefined || draftOf === subject.id) return;
  const tested = await answeringWith(tx, draftOf);
  if (!tested.some(({ id }) => id === subject.id)) fail('evaluation.draft_elsewhere');
};

/**
 * Orders a run of the test questions. Throws `evaluation.no_questions`, `evaluation.running`, `evaluation.draft_elsewhere`, what finding the
 * app, the agent and the draft and their versions throws, and for a draft of an app what `prepareDraftForChat` throws.
 */
export const runTest = async (ctx: Ctx, order: Order): Promise<PerformanceTest> => {
  const subject = toSubject(order);
  const readDraft = await testedKindFor(subject).prepareDraft(ctx, subject.id, order);
  return ctx.tx(async (tx) => {
    await checkDraft(tx, subject, order.draftOf);
    const draft = (await readDraft?.(tx)) ?? null;
    const isDraft = draft !== null;
    const tested = await testedKindFor(subject).find(tx, subject.id, draft ?? undefined);
    const questions = await listQuestions(tx, subject, isDraft);
    if (await testRepository.isOpen(tx.db, subject.id)) fail('evaluation.running');
    const version = await chooseVersion(tx, subject, { ...order, inUse: tested.version, isDraft });
    const id = newId('pft');
    const input = { mayRepeat: tested.mayRepeat };
    const runId = await orderRun(tx, performanceRunType, { subjectId: id, scopeId: subject.id, input });
    await testRepository.insert(
      tx.db,
      {
        ...{ id, ...toSubjectColumns(subject), runId, version, draft, draftOf: order.draftOf ?? null },
        fingerprint: isDraft ? tested.fingerprint : null,
        against: isDraft ? null : (order.against ?? null),
        questions: questions.length,
        startedBy: findUserId(tx),
      },
      questions,
    );
    await tx.audit('evaluation.test_started', subject.id, { version, isDraft, draftOf: order.draftOf });
    return presentTest(await getTestRow(tx, id));
  });
};

/** Throws `evaluation.test_not_found` and `evaluation.not_running`. */
export const cancelTest = (ctx: AnyCtx, id: string): Promise<PerformanceTest> =>
  ctx.tx(async (tx) => {
    const { test, run } = await getTestRow(tx, id);
    if (!run || !['QUEUED', 'RUNNING', 'WAITING'].includes(run.status)) fail('evaluation.not_running');
    await cancelRun(tx, test.runId);
    await tx.audit('evaluation.test_cancelled', test.subjectId);
    return presentTest(await getTestRow(tx, id));
  });
