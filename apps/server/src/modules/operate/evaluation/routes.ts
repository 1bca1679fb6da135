import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { listAgentTools } from '../../assistants/agents/index.ts';
import { changeGate, readGate } from './service/pass-gate.ts';
import { listQuestions, listTests, readOverview, readTest } from './service/reads.ts';
import { cancelTest, runTest } from './service/run-test.ts';
import { addQuestions, changeQuestion, removeQuestion } from './service/write-questions.ts';
import { toSubject } from './subjects/subject.ts';

export const evaluationRoutes = defineRoutes(evaluation, {
  overview: (ctx) => readOverview(ctx),
  goldenApps: async (ctx) => ({ apps: (await readOverview(ctx)).apps }),
  list: (ctx, { query }) => listQuestions(ctx, query),
  add: (ctx, { body }) => addQuestions(ctx, toSubject(body), body.questions),
  change: (ctx, { params, body }) => changeQuestion(ctx, params.id, body),
  remove: (ctx, { params }) => removeQuestion(ctx, params.id),
  run: (ctx, { body }) => runTest(ctx, body),
  tests: (ctx, { query }) => listTests(ctx, query),
  test: (ctx, { params }) => readTest(ctx, params.performanceTestId),
  cancel: (ctx, { params }) => cancelTest(ctx, params.performanceTestId),
  tools: (ctx, { query }) => listAgentTools(ctx, query.agentId),
  gate: (ctx, { query }) => readGate(ctx, toSubject(query)),
  changeGate: (ctx, { body }) => changeGate(ctx, toSubject(body), body),
});
