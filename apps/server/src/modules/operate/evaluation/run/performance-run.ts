import type { TestVerdict } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { noticeableDifference } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { answeringVersions } from '../../../build/apps/index.ts';
import { unstoredAnswers } from '../../../build/chat/index.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';
import { performanceRunType } from '../run-type.ts';
import { cancelTest } from '../service/run-test.ts';
import { testsAsSubjects } from '../service/tests-as-subjects.ts';
import type { Draft, ResultRow, TestRow } from '../tables.ts';
import { type Score, scoreAnswer } from './score-answer.ts';

type Answer = Awaited<ReturnType<typeof unstoredAnswers.answer>>;

interface Work {
  run: RunContext;
  test: Pick<TestRow, 'id' | 'appId' | 'version' | 'against' | 'draft'>;
  mayRepeat: boolean;
}

/** What the recorded steps of one question are named after. */
type Side = 'answer' | 'answer before';

const load = (run: RunContext) =>
  run.step('questions', () =>
    run.ctx.tx(async (tx) => {
      const { test } = (await testRepository.find(tx.db, run.subjectId)) ?? fail('evaluation.test_not_found');
      const { id, appId, version, against, draft } = test;
      const results = await testRepository.results(tx.db, id);
      const questions = results.map(({ ordinal, questionId, question, correctAnswer, ...row }) => ({
        ...{ ordinal, questionId, question, correctAnswer },
        ...{ answerBefore: row.answerBefore, accuracyBefore: row.accuracyBefore },
      }));
      return { test: { id, appId, version, against, draft }, questions };
    }),
  );

type Question = Pick<
  ResultRow,
  'ordinal' | 'questionId' | 'question' | 'correctAnswer' | 'answerBefore' | 'accuracyBefore'
>;

/** Answers a question once, however often the run begins anew, and pays for it once. */
const ask = async (
  { run, test: { appId }, mayRepeat }: Work,
  { ordinal, question }: Question,
  { side, settings }: { side: Side; settings: () => Promise<Draft> },
): Promise<Answer> => {
  const answered = await run.outward(
    `${side} ${ordinal}`,
    { repeat: mayRepeat ? 'with-key' : 'never', retry: { attempts: 3 }, input: { question } },
    async ({ signal }) =>
      unstoredAnswers.answer(run.ctx, { appId, settings: await settings(), text: question }, signal),
  );
  const answer = answered as unknown as Answer;
  await run.transaction(`pay ${side} ${ordinal}`, (tx) =>
    unstoredAnswers.settle(tx, answer).then(() => null),
  );
  return answer;
};

const settingsOf =
  ({ run, test }: Work, version: number) =>
  () =>
    run.ctx.tx((tx) => answeringVersions.settings(tx, test.appId, version));

const isAnswered = ({ answerKind }: Answer): boolean => answerKind === 'ANSWER';

interface Answered {
  answer: string;
  score: Score | null;
  /** Null where it is not known any more. */
  isAnswered: boolean | null;
}

const scored = async (work: Work, question: Question, side: Side, answer: Answer): Promise<Answered> => {
  const { correctAnswer, ordinal } = question;
  const score =
    correctAnswer === null
      ? null
      : await scoreAnswer(work.run, {
          appId: work.test.appId,
          place: `${side} ${ordinal}`,
          question: question.question,
          correctAnswer,
          answer: isAnswered(answer) ? answer.answer : '',
        });
  return { answer: answer.answer, score, isAnswered: isAnswered(answer) };
};

/** Returns what the answer is compared with: that of another version, or the one of the run before. */
const answerBefore = async (work: Work, question: Question): Promise<Answered | undefined> => {
  const { against, version, draft } = work.test;
  const compared = draft === null ? against : version;
  if (compared !== null) {
    const settings = settingsOf(work, compared);
    const answer = await ask(work, question, { side: 'answer before', settings });
    return scored(work, question, 'answer before', answer);
  }
  if (question.answerBefore === null || question.accuracyBefore === null) return undefined;
  const score = { accuracy: question.accuracyBefore, scoredBy: 'WORDS' as const };
  return { answer: question.answerBefore, score, isAnswered: null };
};

/** A question without a correct answer is worse when the app no longer answers it. */
const verdictOf = (now: Answered, before: Answered | undefined): TestVerdict | null => {
  if (!before) return null;
  const difference =
    now.score && before.score
      ? now.score.accuracy - before.score.accuracy
      : 100 * (Number(now.isAnswered) - Number(before.isAnswered));
  if (difference >= noticeableDifference) return 'BETTER';
  return difference <= -noticeableDifference ? 'WORSE' : 'SAME';
};

const testQuestion = async (work: Work, question: Question): Promise<void> => {
  const { run, test } = work;
  const before = await answerBefore(work, question);
  const draft = test.draft;
  const settings = draft === null ? settingsOf(work, test.version) : () => Promise.resolve(draft);
  const now = await scored(work, question, 'answer', await ask(work, question, { side: 'answer', settings }));
  const { accuracy = null, scoredBy = null } = now.score ?? {};
  await run.transaction(`store ${question.ordinal}`, async (tx) => {
    await testRepository.setResult(tx.db, test.id, question.ordinal, {
      answer: now.answer,
      ...{ accuracy, scoredBy },
      answerBefore: before?.answer ?? null,
      accuracyBefore: before?.score?.accuracy ?? null,
      verdict: verdictOf(now, before),
    });
    await testRepository.addUp(tx.db, test.id);
    const { version } = await answeringVersions.find(tx, test.appId);
    // The list shows how the version in use answers.
    if (question.questionId !== null && draft === null && version === test.version)
      await questionRepository.setResult(tx.db, question.questionId, {
        question: question.question,
        botAnswer: now.answer,
        ...{ accuracy, scoredBy },
      });
    return null;
  });
};

/** The run that answers test questions and scores the answers, one question after the other. */
export const performanceRun = defineRun({
  ...performanceRunType,
  screen: {
    subjects: testsAsSubjects,
    cancel: (ctx, { subjectId }) => cancelTest(ctx, subjectId),
  },
  run: async (run, { mayRepeat }) => {
    const { test, questions } = await load(run);
    const work = { run, test: test as Work['test'], mayRepeat };
    for (const [at, question] of questions.entries()) {
      await run.progress(at / questions.length, `Question ${at + 1} of ${questions.length}`);
      await testQuestion(work, question);
    }
    return { questions: questions.length };
  },
});
