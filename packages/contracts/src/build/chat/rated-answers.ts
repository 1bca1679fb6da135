import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageOf, pageQuery, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { FeedbackReason, FeedbackStatus } from './feedback.ts';
import { AskedQuestion } from './history.ts';

/** An answer that its reader liked or disliked, as those who look after the app see it. */
export const RatedAnswer = AskedQuestion.extend({
  answer: z.string(),
  verdict: z.enum(['LIKE', 'DISLIKE']),
  reason: FeedbackReason.nullable(),
  text: z.string(),
  feedbackStatus: FeedbackStatus,
  /** When the reader gave the feedback. */
  givenAt: Timestamp,
});
export type RatedAnswer = z.infer<typeof RatedAnswer>;

/** The feedback on the answers of an app, and what was done about it. */
export const ratedAnswers = defineContract({
  name: 'ratedAnswers',
  errors: {
    'feedback.not_found': {
      kind: 'not_found',
      message: 'There is no feedback on this answer any more. Its reader may have taken it back.',
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/answer-feedback',
      summary:
        'List the answers of an app that were liked or disliked, the latest feedback first (FEEDBACK-11)',
      access: { allow: 'feedback:write' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        appId: lookupId,
        status: FeedbackStatus.optional(),
        verdict: RatedAnswer.shape.verdict.optional(),
      }),
      reply: pageOf(RatedAnswer),
    },
    changeStatus: {
      method: 'PUT',
      path: '/api/content/answer-feedback/status',
      summary: 'Set the status of the feedback on an answer (FEEDBACK-01, FEEDBACK-11)',
      access: { allow: 'feedback:write' },
      body: z.object({ ...tenantQuery, queryId: lookupId, status: FeedbackStatus }),
      reply: RatedAnswer,
    },
  },
});
