import { support } from '@atelier/contracts/operate/support/support';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import {
  answerQuestion,
  askSupport,
  getQuestion,
  listQuestions,
  readOwnConversation,
} from './service/conversations.ts';
import { readUsage, recordViews } from './service/screen-views.ts';

/** The kernel has checked the callers of the endpoints for operators: `access: { internal }`. */
export const supportRoutes = defineRoutes(support, {
  conversation: (ctx) => readOwnConversation(ctx),
  ask: (ctx, { body }, exchange) => askSupport(ctx, body, exchange.origin),
  recordViews: async (ctx, { body }) => {
    await recordViews(ctx, body.views);
    return done;
  },
  listQuestions: (ctx, { query }) => listQuestions(ctx, query),
  getQuestion: (ctx, { params }) => getQuestion(ctx, params.id),
  reply: (ctx, { params, body }, exchange) =>
    answerQuestion(ctx, { questionId: params.id, text: body.text, origin: exchange.origin }),
  usage: (ctx, { query }) => readUsage(ctx, query.days),
});
