import { chat } from '@atelier/contracts/assistants/chat/chat';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { askApp } from './service/ask-app.ts';
import { removeSession, renameSession } from './service/change-session.ts';
import {
  getChatbot,
  getSession,
  getSessionOfQuery,
  getSource,
  listSessions,
  sendSourceFile,
} from './service/reads.ts';
import { resumeAnswer } from './service/resume-answer.ts';
import { stopAnswer } from './service/stop-answer.ts';

export const chatRoutes = defineRoutes(chat, {
  chatbot: (ctx, { params, query }) => getChatbot(ctx, { appId: params.id, tenantId: query.tenantId }),
  query: (ctx, { body }, exchange) => askApp(ctx, body, exchange),
  resume: (ctx, { query }, exchange) => resumeAnswer(ctx, query, exchange),
  stop: (ctx, { body }) => stopAnswer(ctx, body),
  sessions: (ctx, { query }) => listSessions(ctx, query),
  session: (ctx, { params, query }) => getSession(ctx, params.conversationId, query),
  querySession: (ctx, { query }) => getSessionOfQuery(ctx, query),
  renameSession: (ctx, { params, body }) => renameSession(ctx, params.conversationId, body),
  removeSession: (ctx, { params, query }) => removeSession(ctx, params.conversationId, query),
  source: (ctx, { query }) => getSource(ctx, query),
  sourceFile: (ctx, { query }, exchange) => sendSourceFile(ctx, query, exchange),
});
