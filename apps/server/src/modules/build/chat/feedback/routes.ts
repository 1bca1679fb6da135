import { feedback } from '@atelier/contracts/build/chat/feedback';
import { defineRoutes } from '../../../../kernel/module/module.ts';
import { rateAnswer } from './rate-answer.ts';

export const feedbackRoutes = defineRoutes(feedback, {
  likeDislike: (ctx, { body }) => rateAnswer(ctx, body),
  save: (ctx, { body }) => rateAnswer(ctx, { ...body, verdict: 'DISLIKE' }),
});
