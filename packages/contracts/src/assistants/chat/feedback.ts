import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, requiredText, tenantQuery, text } from '../../kernel/shapes.ts';

/** Why somebody dislikes an answer (FEEDBACK-02 to FEEDBACK-06). */
export const feedbackReasons = [
  "Don't like the style",
  'Not factually correct',
  'Response not updated',
  "Not following company's guidelines",
  'Others',
] as const;
export const FeedbackReason = z.enum(feedbackReasons);
export type FeedbackReason = z.infer<typeof FeedbackReason>;

/** NONE takes a like or a dislike back. */
export const Verdict = z.enum(['LIKE', 'DISLIKE', 'NONE']);
export type Verdict = z.infer<typeof Verdict>;

/** The state of the handling of a like or a dislike (FEEDBACK-01). */
export const feedbackStatuses = ['Open', 'Require Attention', 'Closed'] as const;
export const FeedbackStatus = z.enum(feedbackStatuses);
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

const longestFeedback = 2000;

/** A reader's feedback on an answer. */
export const AnswerFeedback = z.object({
  verdict: Verdict,
  reason: FeedbackReason.nullable(),
  text: z.string(),
});
export type AnswerFeedback = z.infer<typeof AnswerFeedback>;

/** An answer, and the proof that it was given to the caller. */
const ownAnswer = {
  appId: lookupId,
  queryId: lookupId,
  chatUserId: z.string().min(16).max(100).optional(),
  ...tenantQuery,
};

export const feedback = defineContract({
  name: 'feedback',
  alsoFails: ['chat.conversation_not_found'],
  errors: {
    'feedback.answer_unfinished': {
      kind: 'conflict',
      message: 'The answer is still being written. Please wait until it is complete.',
    },
  },
  endpoints: {
    likeDislike: {
      method: 'PUT',
      path: '/api/content/like-dislike-query',
      summary: 'Like or dislike an answer, or take that back (FEEDBACK-09); a dislike may carry its reason',
      access: {
        public: 'only an answer to this visitor: the chat user id, the session or the API key is the proof',
      },
      body: z.object({
        ...ownAnswer,
        verdict: Verdict,
        reason: FeedbackReason.optional(),
        feedback: text(longestFeedback).optional(),
      }),
      reply: AnswerFeedback,
    },
    save: {
      method: 'PUT',
      path: '/api/content/feedback',
      summary: 'Say why an answer is not good (FEEDBACK-10); it counts as a dislike',
      access: {
        public: 'only an answer to this visitor: the chat user id, the session or the API key is the proof',
      },
      body: z.object({
        ...ownAnswer,
        reason: FeedbackReason,
        feedback: requiredText(longestFeedback, 'Please enter your feedback'),
      }),
      reply: AnswerFeedback,
    },
  },
});
