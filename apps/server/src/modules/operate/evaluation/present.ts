import type {
  BotPerformance,
  PerformanceTest,
  TestedApp,
  TestResult,
} from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { Summary } from './repository/questions.ts';
import type { TestWithRun } from './repository/tests.ts';
import { checkCalls } from './run/score-answer.ts';
import type { QuestionRow, ResultRow } from './tables.ts';

export const presentQuestion = (row: QuestionRow): BotPerformance => ({
  botPerformanceId: row.id,
  revision: revisionFrom([row.question, row.correctAnswer, row.expectedCalls]),
  appId: row.appId,
  agentId: row.agentId,
  question: row.question,
  correctAnswer: row.correctAnswer,
  expectedCalls: row.expectedCalls,
  botAnswer: row.botAnswer,
  accuracy: row.accuracy,
  scoredBy: row.scoredBy,
  testedAt: row.testedAt?.toISOString() ?? null,
  updatedAt: row.updatedAt.toISOString(),
});

export const rounded = (accuracy: number | null): number | null =>
  accuracy === null ? null : Math.round(accuracy);

export const presentSummary = (
  { questions, accuracy, testedAt }: Summary,
  { appId, name }: { appId: string; name: string },
): TestedApp => ({
  appId,
  name,
  questions,
  accuracy: rounded(accuracy),
  testedAt: testedAt?.toISOString() ?? null,
});

const comparedWith = (test: TestWithRun['test']): PerformanceTest['against'] => {
  const { isDraft, draftOf, against, version, subjectId } = test;
  if (draftOf !== null && draftOf !== subjectId) return { kind: 'PUBLISHED', draftOf };
  if (isDraft) return { kind: 'VERSION', version };
  return against === null ? { kind: 'LAST' } : { kind: 'VERSION', version: against };
};

export const presentTest = ({ test, run, answered, starter }: TestWithRun): PerformanceTest => ({
  performanceTestId: test.id,
  appId: test.appId,
  agentId: test.agentId,
  of: test.isDraft ? { kind: 'DRAFT', draftOf: test.draftOf } : { kind: 'VERSION', version: test.version },
  against: comparedWith(test),
  status: run?.status ?? 'CANCELLED',
  failure: run?.cause?.message ?? null,
  questions: test.questions,
  answered,
  accuracy: rounded(test.accuracy),
  accuracyBefore: rounded(test.accuracyBefore),
  better: test.better,
  worse: test.worse,
  same: test.same,
  startedBy: starter,
  createdAt: test.createdAt.toISOString(),
});

const presentExpected = ({ expectedCalls, calls }: ResultRow): TestResult['expectedCalls'] => {
  const met = checkCalls(expectedCalls, calls);
  return expectedCalls.map((call, at) => ({ ...call, isMet: met[at] ?? false }));
};

export const presentResult = (row: ResultRow): TestResult => ({
  question: row.question,
  correctAnswer: row.correctAnswer,
  answer: row.answer,
  accuracy: row.accuracy,
  scoredBy: row.scoredBy,
  before: row.answerBefore === null ? null : { answer: row.answerBefore, accuracy: row.accuracyBefore },
  verdict: row.verdict,
  expectedCalls: presentExpected(row),
  calls: row.calls,
});
