import { z } from 'zod';
import { edited, Revision } from '../../kernel/revisions.ts';
import { requiredText, Timestamp } from '../../kernel/shapes.ts';
import { ExpectedCall, MadeCall, ofSubject, subjectFields, subjectIds } from './subject.ts';

export const mostTestQuestions = 200;
/** A test question is worse, or better, when its accuracy differs by at least this much, in percent. */
export const noticeableDifference = 15;

/** The origin of an accuracy. MODEL: a language model compared the answers. WORDS: their words and figures were compared. */
export const ScoredBy = z.enum(['MODEL', 'WORDS']);
export type ScoredBy = z.infer<typeof ScoredBy>;

/** A test question with what the app answered last (TESTQ-01). */
export const BotPerformance = z.object({
  botPerformanceId: z.string(),
  revision: Revision,
  ...subjectIds,
  question: z.string(),
  correctAnswer: z.string(),
  expectedCalls: z.array(ExpectedCall),
  /** Null until the test questions are run for the first time after the question or its answer was changed. */
  botAnswer: z.string().nullable(),
  /** The agreement of the bot's answer with the correct one, in percent. */
  accuracy: z.number().nullable(),
  scoredBy: ScoredBy.nullable(),
  testedAt: Timestamp.nullable(),
  updatedAt: Timestamp,
});
export type BotPerformance = z.infer<typeof BotPerformance>;

const ExpectedCalls = z.array(ExpectedCall).max(20, 'Please name at most 20 tools');

export const TestQuestionInput = z.object({
  question: requiredText(2000, 'Please enter the question'),
  correctAnswer: requiredText(8000, 'Please enter the correct answer'),
  /** For agents and crews; empty for apps. */
  expectedCalls: ExpectedCalls.default([]),
});
export type TestQuestionInput = z.infer<typeof TestQuestionInput>;

/** A change of a test question; fields that are left out stay. */
export const TestQuestionChange = TestQuestionInput.extend({
  ...edited,
  expectedCalls: ExpectedCalls,
}).partial();

/** An app with test questions. */
export const TestedApp = z.object({
  appId: z.string(),
  name: z.string(),
  questions: z.number().int(),
  /** The mean of the questions that were run; null before the first run. */
  accuracy: z.number().nullable(),
  testedAt: Timestamp.nullable(),
});
export type TestedApp = z.infer<typeof TestedApp>;

export const TestVerdict = z.enum(['BETTER', 'WORSE', 'SAME']);
export type TestVerdict = z.infer<typeof TestVerdict>;

/** A question of a run, with its answers. */
export const TestResult = z.object({
  question: z.string(),
  /** Null for a question that somebody asked the app: nobody wrote a correct answer for it. */
  correctAnswer: z.string().nullable(),
  /** Null until the question is answered. */
  answer: z.string().nullable(),
  accuracy: z.number().nullable(),
  scoredBy: ScoredBy.nullable(),
  /** The answer before, for a comparison; null where there is none. */
  before: z.object({ answer: z.string(), accuracy: z.number().nullable() }).nullable(),
  verdict: TestVerdict.nullable(),
  expectedCalls: z.array(ExpectedCall.extend({ isMet: z.boolean() })),
  /** The calls that an agent made. */
  calls: z.array(MadeCall),
});
export type TestResult = z.infer<typeof TestResult>;

/** The thing that answered the questions, and the one with which it is compared. */
export const TestOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('VERSION'), version: z.number().int() }),
  /** Settings that were not saved; or the draft of a flow, an agent or a crew, and `draftOf` is its id. */
  z.object({ kind: z.literal('DRAFT'), draftOf: z.string().nullable() }),
  /** The version in use, with the published version of a flow, an agent or a crew. */
  z.object({ kind: z.literal('PUBLISHED'), draftOf: z.string() }),
  /** The answers of the run before. */
  z.object({ kind: z.literal('LAST') }),
]);
export type TestOf = z.infer<typeof TestOf>;

/** A run of the test questions. */
export const PerformanceTest = z.object({
  performanceTestId: z.string(),
  ...subjectIds,
  of: TestOf,
  against: TestOf,
  status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  /** The reason of a failure. */
  failure: z.string().nullable(),
  questions: z.number().int(),
  answered: z.number().int(),
  accuracy: z.number().nullable(),
  accuracyBefore: z.number().nullable(),
  better: z.number().int(),
  worse: z.number().int(),
  same: z.number().int(),
  startedBy: z.string().nullable(),
  createdAt: Timestamp,
});
export type PerformanceTest = z.infer<typeof PerformanceTest>;

/** The details of a refusal by the quality gate: the tests that a change has to pass. */
export const HeldBack = z.object({ tests: z.array(z.object({ ...subjectIds, name: z.string() })) });
export type HeldBack = z.infer<typeof HeldBack>;

export const QualityGate = z.object({
  ...subjectIds,
  /** True when changed settings are saved only after they passed the test questions. By default it is true once there are some. */
  enabled: z.boolean(),
  /** The number of recent questions of visitors that a draft answers besides the test questions. */
  replay: z.number().int(),
  questions: z.number().int(),
});
export type QualityGate = z.infer<typeof QualityGate>;

export const QualityGateInput = ofSubject({
  ...subjectFields,
  enabled: z.boolean(),
  replay: z.number().int().min(0).max(20).default(5),
});
