import type { TestVerdict } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { noticeableDifference } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { MadeCall } from '@atelier/contracts/operate/evaluation/subject';
import { fail } from '../../../../kernel/base/errors.ts';
import { defineRun, type RunContext } from '../../../../kernel/runs/index.ts';
import { questionRepository } from '../repository/questions.ts';
import { testRepository } from '../repository/tests.ts';
import { performanceRunType } from '../run-type.ts';
import { cancelTest } from '../service/run-test.ts';
import { testedKindFor, testsAsSubjects } from '../subjects/kinds.ts';
import {
  type Draft,
  type GivenAnswer,
  type Subject,
  toSubject,
  toSubjectColumns,
} from '../subjects/subject.ts';
import type { ResultRow, TestRow } from '../tables.ts';
import { type Score, scoreAnswer, withCalls } from './score-answer.ts';

interface Work {
  run: RunContext;
  test: Pick<TestRow, 'id' | 'version' | 'against' | 'draft'>;
  subject: Subject;
  mayRepeat: boolean;
}

/** The prefix of the names of the recorded steps of one question. */
type Side = 'answer' | 'answer before';

const load = (run: RunContext) =>
  run.step('questions', () =>
    run.ctx.tx(async (tx) => {
      const { test } = (await testRepository.find(tx.db, run.subjectId)) ?? fail('evaluation.test_not_found');
      const { id, version, against } = test;
      const draft = await testRepository.draft(tx.db, id);
      const results = await testRepository.results(tx.db, id);
      const questions = results.map(({ ordinal, questionId, question, correctAnswer, ...row }) => ({
        ...{ ordinal, questionId, question, correctAnswer, expectedCalls: row.expectedCalls },
        ...{ answerBefore: row.answerBefore, accuracyBefore: row.accuracyBefore },
      }));
      return { subject: toSubject(test), test: { id, version, against, draft }, questions };
    }),
  );

type Question = Pick<
  ResultRow,
  | 'ordinal'
  | 'questionId'
  | 'question'
  | 'correctAnswer'
  | 'expectedCalls'
  | 'answerBefore'
  | 'accuracyBefore'
>;

/** Answers a question on one side of the comparison. */
const ask = (
  { run, subject, mayRepeat }: Work,
  { ordinal, question }: Question,
  { side, settings }: { side: Side; settings: number | Draft },
): Promise<GivenAnswer> =>
  testedKindFor(subject).answer(run, {
    id: subject.id,
    name: `${side} ${ordinal}`,
    question,
    settings,
    mayRepeat,
  });

const isAnswered = ({ kind }: GivenAnswer): boolean => kind === 'ANSWER';

interface Answered {
  answer: string;
  calls: MadeCall[];
  score: Score | null;
  /** Null where it is not known any more. */
  isAnswered: boolean | null;
}

const scored = async (work: Work, question: Question, side: Side, given: GivenAnswer): Promise<Answered> => {
  const { correctAnswer, expectedCalls, ordinal } = question;
  const { answer, calls } = given;
  const found = { answer, calls, isAnswered: isAnswered(given) };
  if (correctAnswer === null) return { ...found, score: null };
  const { accuracy, scoredBy } = await scoreAnswer(work.run, {
    appId: toSubjectColumns(work.subject).appId,
    place: `${side} ${ordinal}`,
    question: question.question,
    correctAnswer,
    answer: found.isAnswered ? answer : '',
  });
  return { ...found, score: { accuracy: withCalls(accuracy, expectedCalls, calls), scoredBy } };
};

const answerOfLastRun = ({ answerBefore: answer, accuracyBefore }: Question): Answered | undefined => {
  if (answer === null || accuracyBefore === null) return undefined;
  return { answer, calls: [], score: { accuracy: accuracyBefore, scoredBy: 'WORDS' }, isAnswered: null };
};

/**
 * Returns what the answer is compared with: that of another version, or the one of the last run. For a draft it is the one of the last run too
 * where the version in use has lost it meanwhile, for example with a document, because both sides are worse then.
 */
const answerBefore = async (work: Work, question: Question): Promise<Answered | undefined> => {
  const { against, version, draft } = work.test;
  const last = answerOfLastRun(question);
  const compared = draft === null ? against : version;
  if (compared === null) return last;
  const given = await ask(work, question, { side: 'answer before', settings: compared });
  const present = await scored(work, question, 'answer before', given);
  if (draft === null || !last?.score || !present.score) return present;
  return last.score.accuracy - present.score.accuracy >= noticeableDifference ? last : present;
};

/** A question without a correct answer is worse when the app no longer answers it. */
const compareAnswers = (now: Answered, before: Answered | undefined): TestVerdict | null => {
  if (!before) return null;
  const difference =
    now.score && before.score
      ? now.score.accuracy - before.score.accuracy
      : 100 * (Number(now.isAnswered) - Number(before.isAnswered));
  if (difference >= noticeableDifference) return 'BETTER';
  return difference <= -noticeableDifference ? 'WORSE' : 'SAME';
};

const testQuestion = async (work: Work, question: Question): Promise<void> => {
  const { run, test, subject } = work;
  const before = await answerBefore(work, question);
  const settings = test.draft ?? test.version;
  const now = await scored(work, question, 'answer', await ask(work, question, { side: 'answer', settings }));
  const { accuracy = null, scoredBy = null } = now.score ?? {};
  await run.transaction(`store ${question.ordinal}`, async (tx) => {
    await testRepository.setResult(tx.db, test.id, question.ordinal, {
      answer: now.answer,
      ...{ accuracy, scoredBy, calls: now.calls },
      answerBefore: before?.answer ?? null,
      accuracyBefore: before?.score?.accuracy ?? null,
      verdict: compareAnswers(now, before),
    });
    await testRepository.addUp(tx.db, test.id);
    const { version } = await testedKindFor(subject).find(tx, subject.id);
    // The list shows how the version in use answers.
    if (question.questionId !== null && test.draft === null && version === test.version)
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
    subjects: testsAsSubjects('tab=tests&run'),
    cancel: (ctx, { subjectId }) => cancelTest(ctx, subjectId),
  },
  run: async (run, { mayRepeat }) => {
    const loaded = await load(run);
    const { test, subject, questions } = loaded as unknown as Pick<Work, 'test' | 'subject'> & {
      questions: Question[];
    };
    const work = { run, test, subject, mayRepeat };
    for (const [at, question] of questions.entries()) {
      await run.progress(at / questions.length, `Question ${at + 1} of ${questions.length}`);
      await testQuestion(work, question);
    }
    return { questions: questions.length };
  },
});
