import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { explainRetrieval, testRetrieval } from '../search/index.ts';
import { listFilterValues, listRetrievals } from './service/read-history.ts';
import { changeQuestion, listQuestions, removeQuestion, saveQuestion } from './service/saved-questions.ts';

export const retrievalRoutes = defineRoutes(retrieval, {
  retrievalTest: (ctx, { body }, exchange) => testRetrieval(ctx, body, exchange.signal),
  explain: (ctx, { body }, exchange) => explainRetrieval(ctx, body, exchange.signal),
  history: (ctx, { query }) => listRetrievals(ctx, query),
  filterValues: (ctx, { query }) => listFilterValues(ctx, query.knowledgeBaseId),
  listQuestions: (ctx, { query }) => listQuestions(ctx, query),
  saveQuestion: (ctx, { body }) => saveQuestion(ctx, body),
  changeQuestion: (ctx, { params, body }) => changeQuestion(ctx, params.questionId, body),
  removeQuestion: async (ctx, { params }) => {
    await removeQuestion(ctx, params.questionId);
    return done;
  },
});
