import { chat } from '@atelier/contracts/assistants/chat/chat';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { history } from '@atelier/contracts/assistants/chat/history';
import { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { reports } from '@atelier/contracts/assistants/chat/reports';
import { visitors } from '@atelier/contracts/assistants/chat/visitors';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { listCurated, removeCurated, saveCurated } from './curated/service/curated-answers.ts';
import { answerAnew, streamAnew, tellReader } from './feedback/answer-anew.ts';
import { assignFeedback, listAssignees } from './feedback/assign-feedback.ts';
import { rateAnswer } from './feedback/rate-answer.ts';
import { changeFeedbackStatus, listRatedAnswers } from './feedback/rated-answers.ts';
import { getQueryDetails, getQueryInfo, listQuestions } from './history/read-questions.ts';
import { getAppReports, getReportFilter } from './reports/read-reports.ts';
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
import { attachFile, sendAppImage } from './visitors/service/files.ts';
import { saveChatUser } from './visitors/service/save-chat-user.ts';

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

export const curatedRoutes = defineRoutes(curatedAnswers, {
  list: (ctx, { query }) => listCurated(ctx, query),
  save: (ctx, { body }) => saveCurated(ctx, body),
  remove: async (ctx, { params }) => {
    await removeCurated(ctx, params.suggestionId);
    return { done: true as const };
  },
});

export const feedbackRoutes = defineRoutes(feedback, {
  likeDislike: (ctx, { body }) => rateAnswer(ctx, body),
  save: (ctx, { body }) => rateAnswer(ctx, { ...body, verdict: 'DISLIKE' }),
});

export const ratedAnswerRoutes = defineRoutes(ratedAnswers, {
  list: (ctx, { query }) => listRatedAnswers(ctx, query),
  changeStatus: (ctx, { body }) => changeFeedbackStatus(ctx, body),
  assignees: (ctx, { query }) => listAssignees(ctx, query.appId),
  assign: (ctx, { body }, { origin }) => assignFeedback(ctx, { ...body, origin }),
  askAgain: (ctx, { body }, { signal }) => answerAnew(ctx, { queryId: body.queryId }, signal),
  askAgainLive: (ctx, { body }, exchange) => streamAnew(ctx, body.queryId, exchange),
  tell: (ctx, { body }, { origin }) => tellReader(ctx, { queryId: body.queryId, origin }),
});

export const historyRoutes = defineRoutes(history, {
  tenantHistory: (ctx, { query }) => listQuestions(ctx, query),
  queryHistory: (ctx, { query }) => listQuestions(ctx, query),
  queryDetails: (ctx, { params, query }) => getQueryDetails(ctx, params.queryId, query.appId),
  queryInfo: (ctx, { params }) => getQueryInfo(ctx, params.id),
});

export const reportRoutes = defineRoutes(reports, {
  appReports: (ctx, { query }) => getAppReports(ctx, query),
  filter: (ctx, { query }) => getReportFilter(ctx, query),
});

export const visitorRoutes = defineRoutes(visitors, {
  saveChatUser: async (anonymous, { body }) => {
    await saveChatUser(anonymous, body);
    return done;
  },
  attachFile: (anonymous, _request, exchange) =>
    attachFile(anonymous, {
      parts: exchange.parts(),
      signal: exchange.signal,
      address: exchange.address,
    }),
  image: (anonymous, { params }, exchange) => sendAppImage(anonymous, params, exchange),
});
