import { z } from 'zod';
import { AppSettingsChange } from '../../assistants/apps.ts';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import {
  BotPerformance,
  mostTestQuestions,
  PerformanceTest,
  QualityGate,
  QualityGateInput,
  TestedApp,
  TestQuestionChange,
  TestQuestionInput,
  TestResult,
} from './evaluation-shapes.ts';
import { ofSubject, subjectFields } from './subject.ts';

const version = z.number().int().min(1).max(1_000_000_000);
const oneQuestion = z.object({ id: lookupId });
const oneTest = z.object({ performanceTestId: lookupId });

/** Test questions of apps, agents and crews, their runs, and the gate that changed settings pass. */
export const evaluation = defineContract({
  name: 'evaluation',
  alsoFails: ['agents.not_found', 'apps.not_found', 'models.upstream_unavailable'],
  errors: {
    'evaluation.question_changed_meanwhile': changedMeanwhile('this question'),
    'evaluation.no_questions': { kind: 'invalid', message: 'Please add test questions' },
    'evaluation.question_not_found': {
      kind: 'not_found',
      message: 'This test question does not exist any more. Please go back to the list.',
    },
    'evaluation.too_many_questions': {
      kind: 'limit',
      message: `There are at most ${mostTestQuestions} test questions for one app or agent. Please delete those that you no longer need.`,
    },
    'evaluation.test_not_found': {
      kind: 'not_found',
      message: 'This run of test questions does not exist any more. Please go back to the list.',
    },
    'evaluation.running': {
      kind: 'conflict',
      message: 'The test questions are being run. Wait until they are done, or cancel that run.',
    },
    'evaluation.not_running': { kind: 'conflict', message: 'This run has already ended.' },
    'evaluation.draft_elsewhere': {
      kind: 'invalid',
      message: 'This app or agent does not answer with the flow or agent whose draft you want to test.',
    },
    'evaluation.gate_untested': {
      kind: 'precondition',
      message: 'Run the test questions with this change first, or switch the quality gate off.',
    },
    'evaluation.gate_worse': {
      kind: 'precondition',
      message:
        'With this change, questions are answered worse than before. Change it again, or ask an owner to use it anyway.',
    },
  },
  endpoints: {
    overview: {
      method: 'GET',
      path: '/api/content/tenant-bot-performance',
      summary: 'Read how well the apps of the company answer their test questions (TESTQ-07)',
      access: { allow: 'apps:read' },
      query: z.object(tenantQuery),
      reply: z.object({ accuracy: z.number().nullable(), apps: z.array(TestedApp) }),
    },
    goldenApps: {
      method: 'GET',
      path: '/api/content/golden-question-apps',
      summary: 'List the apps that have test questions (TESTQ-08)',
      access: { allow: 'apps:read' },
      query: z.object(tenantQuery),
      reply: z.object({ apps: z.array(TestedApp) }),
    },
    list: {
      method: 'GET',
      path: '/api/content/bot-performance',
      summary: 'List the test questions of an app, an agent or a crew with what it answered last (TESTQ-09)',
      access: { allow: 'apps:write' },
      query: ofSubject({
        ...pageQuery,
        ...subjectFields,
        sort: z.enum(['question', 'accuracy', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(BotPerformance).extend({ accuracy: z.number().nullable() }),
    },
    add: {
      method: 'POST',
      path: '/api/content/bot-performance',
      summary: 'Add test questions to an app, an agent or a crew',
      access: { allow: 'apps:write' },
      body: ofSubject({
        ...subjectFields,
        questions: z
          .array(TestQuestionInput)
          .min(1, 'Please add test questions')
          .max(mostTestQuestions, `Please add at most ${mostTestQuestions} test questions at once`),
      }),
      reply: z.object({ items: z.array(BotPerformance) }),
    },
    change: {
      method: 'PATCH',
      path: '/api/content/bot-performance/:id',
      summary: 'Change a test question or its correct answer (TESTQ-11)',
      access: { allow: 'apps:write' },
      params: oneQuestion,
      body: z.object({ ...tenantQuery, ...TestQuestionChange.shape }),
      reply: BotPerformance,
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/bot-performance/:id',
      summary: 'Delete a test question; runs keep what it was answered (TESTQ-10)',
      access: { allow: 'apps:write' },
      params: oneQuestion,
      query: z.object(tenantQuery),
      reply: Done,
    },
    run: {
      method: 'POST',
      path: '/api/content/run-performance-test',
      summary: 'Run the test questions, with a version of the settings or with a draft (TESTQ-12)',
      access: { allow: 'apps:write' },
      body: ofSubject({
        ...subjectFields,
        /** The version that answers; by default the one in use. */
        version: version.optional(),
        /** The version that is compared with it; by default the answers of the run before. */
        against: version.optional(),
        /** Settings of an app that are not saved and answer instead; they are compared with the version in use. */
        settings: AppSettingsChange.optional(),
        /**
         * The flow, the agent or the crew whose draft works in the place of its published version, with which it is compared: the agent
         * that is tested, or one that answers the app or works for the crew.
         */
        draftOf: lookupId.optional(),
      }),
      reply: PerformanceTest,
    },
    tests: {
      method: 'GET',
      path: '/api/evaluation/performance-tests',
      summary: 'List the runs of the test questions, newest first',
      access: { allow: 'apps:write' },
      query: ofSubject({ ...pageQuery, ...subjectFields }),
      reply: pageSchemaFor(PerformanceTest),
    },
    test: {
      method: 'GET',
      path: '/api/evaluation/performance-tests/:performanceTestId',
      summary: 'Read a run of test questions with all answers',
      access: { allow: 'apps:write' },
      params: oneTest,
      query: z.object(tenantQuery),
      reply: PerformanceTest.extend({ results: z.array(TestResult) }),
    },
    cancel: {
      method: 'PUT',
      path: '/api/evaluation/performance-tests/:performanceTestId/cancel',
      summary: 'Cancel a run of test questions; the answers that were given stay',
      access: { allow: 'apps:write' },
      params: oneTest,
      body: z.object(tenantQuery),
      reply: PerformanceTest,
    },
    tools: {
      method: 'GET',
      path: '/api/evaluation/tools',
      summary: 'List the tools that an agent or a crew may call, as its test questions name them',
      access: { allow: 'apps:write' },
      query: z.object({ ...tenantQuery, agentId: lookupId }),
      reply: z.object({ items: z.array(z.object({ name: z.string(), title: z.string() })) }),
    },
    gate: {
      method: 'GET',
      path: '/api/evaluation/quality-gate',
      summary: 'Read whether changed settings have to pass the test questions',
      access: { allow: 'apps:write' },
      query: ofSubject(subjectFields),
      reply: QualityGate,
    },
    changeGate: {
      method: 'PUT',
      path: '/api/evaluation/quality-gate',
      summary: 'Switch the quality gate on or off',
      access: { allow: 'apps:write' },
      body: QualityGateInput,
      reply: QualityGate,
    },
  },
});
