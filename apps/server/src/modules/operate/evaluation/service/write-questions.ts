import {
  type BotPerformance,
  mostTestQuestions,
  type TestQuestionInput,
} from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { presentQuestion } from '../present.ts';
import { questionRepository } from '../repository/questions.ts';
import { type Subject, toSubject } from '../subjects/subject.ts';
import type { QuestionRow } from '../tables.ts';
import { findTested } from './reads.ts';

/** Throws `evaluation.question_not_found`, and what `findTested` throws. */
const getQuestion = async (tx: TxCtx, id: string): Promise<QuestionRow> => {
  const row = (await questionRepository.find(tx.db, id)) ?? fail('evaluation.question_not_found');
  await findTested(tx, toSubject(row));
  return row;
};

/** Throws `evaluation.too_many_questions`, and what `findTested` throws. */
export const addQuestions = (
  ctx: AnyCtx,
  subject: Subject,
  questions: readonly TestQuestionInput[],
): Promise<{ items: BotPerformance[] }> =>
  ctx.tx(async (tx) => {
    await findTested(tx, subject);
    const [known] = await questionRepository.summaries(tx.db, subject.id);
    if ((known?.questions ?? 0) + questions.length > mostTestQuestions) fail('evaluation.too_many_questions');
    const rows = await questionRepository.insert(
      tx.db,
      subject,
      questions.map((each) => ({ ...each, id: newId('bpf') })),
    );
    await tx.audit('evaluation.questions_added', subject.id, { questions: rows.length });
    return { items: rows.map(presentQuestion) };
  });

/**
 * A changed question has no result until it is run again. Throws `evaluation.question_not_found` and
 * `evaluation.question_changed_meanwhile`.
 */
export const changeQuestion = (
  ctx: AnyCtx,
  id: string,
  {
    revision,
    ...change
  }: { [K in keyof TestQuestionInput]?: TestQuestionInput[K] | undefined } & {
    revision?: number | undefined;
  },
): Promise<BotPerformance> =>
  ctx.tx(async (tx) => {
    const newest = async () => presentQuestion(await getQuestion(tx, id));
    await checkRevision(tx, 'evaluation.question_changed_meanwhile', { id, revision, newest });
    const { question, correctAnswer, expectedCalls } = await getQuestion(tx, id);
    const changed = await questionRepository.change(tx.db, id, {
      question: change.question ?? question,
      correctAnswer: change.correctAnswer ?? correctAnswer,
      expectedCalls: change.expectedCalls ?? expectedCalls,
    });
    await tx.audit('evaluation.question_changed', id);
    return presentQuestion(changed ?? fail('evaluation.question_not_found'));
  });

/** Throws `evaluation.question_not_found`. */
export const removeQuestion = (ctx: AnyCtx, id: string): Promise<{ done: true }> =>
  ctx.tx(async (tx) => {
    const { subjectId } = await getQuestion(tx, id);
    await questionRepository.remove(tx.db, id);
    await tx.audit('evaluation.question_removed', id, { subjectId });
    return { done: true };
  });
