import { history } from '@atelier/contracts/assistants/chat/history';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { getQueryDetails, getQueryInfo, listQuestions } from './read-questions.ts';

export const historyRoutes = defineRoutes(history, {
  tenantHistory: (ctx, { query }) => listQuestions(ctx, query),
  queryHistory: (ctx, { query }) => listQuestions(ctx, query),
  queryDetails: (ctx, { params, query }) => getQueryDetails(ctx, params.queryId, query.appId),
  queryInfo: (ctx, { params }) => getQueryInfo(ctx, params.id),
});
