import {
  type BotPerformance,
  mostTestQuestions,
  type TestQuestionInput,
} from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { answeringVersions } from '../../../build/apps/index.ts';
import { presentQuestion } from '../present.ts';
import { questionRepository } from '../repository/questions.ts';
import type { QuestionRow } from '../tables.ts';

/** Throws `evaluation.question_not_found`, also for a question of an app that the actor may not see. */
const getQuestion = async (tx: TxCtx, id: string): Promise<QuestionRow> => {
  const row = (await questionRepository.find(tx.db, id)) ?? fail('evaluation.question_not_found');
  await answeringVersions.find(tx, row.appId);
  return row;
};

/** Throws `apps.not_found` and `evaluation.too_many_questions`. */
export const addQuestions = (
  ctx: AnyCtx,
  { appId, questions }: { appId: string; questions: readonly TestQuestionInput[] },
): Promise<{ items: BotPerformance[] }> =>
  ctx.tx(async (tx) => {
    await answeringVersions.find(tx, appId);
    const [known] = await questionRepository.summaries(tx.db, appId);
    if ((known?.questions ?? 0) + questions.length > mostTestQuestions) fail('evaluation.too_many_questions');
    const rows = await questionRepository.insert(
      tx.db,
      questions.map((each) => ({ ...each, id: newId('bpf'), appId })),
    );
    await tx.audit('evaluation.questions_added', appId, { questions: rows.length });
    return { items: rows.map(presentQuestion) };
  });

/** A changed question has no result until it is run again. Throws `evaluation.question_not_found`. */
export const changeQuestion = (
  ctx: AnyCtx,
  id: string,
  change: { [K in keyof TestQuestionInput]?: TestQuestionInput[K] | undefined },
): Promise<BotPerformance> =>
  ctx.tx(async (tx) => {
    const { question, correctAnswer } = await getQuestion(tx, id);
    const changed = await questionRepository.change(tx.db, id, {
      question: change.question ?? question,
      correctAnswer: change.correctAnswer ?? correctAnswer,
    });
    await tx.audit('evaluation.question_changed', id);
    return presentQuestion(changed ?? fail('evaluation.question_not_found'));
  });

/** Throws `evaluation.question_not_found`. */
export const removeQuestion = (ctx: AnyCtx, id: string): Promise<{ done: true }> =>
  ctx.tx(async (tx) => {
    const { appId } = await getQuestion(tx, id);
    await questionRepository.remove(tx.db, id);
    await tx.audit('evaluation.question_removed', id, { appId });
    return { done: true };
  });
