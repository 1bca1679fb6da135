import { feedback } from '@atelier/contracts/assistants/chat/feedback';
import { ratedAnswers } from '@atelier/contracts/assistants/chat/rated-answers';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { answerAnew, streamAnew, tellReader } from './answer-anew.ts';
import { assignFeedback, listAssignees } from './assign-feedback.ts';
import { rateAnswer } from './rate-answer.ts';
import { changeFeedbackStatus, listRatedAnswers } from './rated-answers.ts';

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
