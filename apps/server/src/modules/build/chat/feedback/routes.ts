import { feedback } from '@atelier/contracts/build/chat/feedback';
import { ratedAnswers } from '@atelier/contracts/build/chat/rated-answers';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { rateAnswer } from './rate-answer.ts';
import { changeFeedbackStatus, listRatedAnswers } from './rated-answers.ts';

export const feedbackRoutes = defineRoutes(feedback, {
  likeDislike: (ctx, { body }) => rateAnswer(ctx, body),
  save: (ctx, { body }) => rateAnswer(ctx, { ...body, verdict: 'DISLIKE' }),
});

export const ratedAnswerRoutes = defineRoutes(ratedAnswers, {
  list: (ctx, { query }) => listRatedAnswers(ctx, query),
  changeStatus: (ctx, { body }) => changeFeedbackStatus(ctx, body),
});
