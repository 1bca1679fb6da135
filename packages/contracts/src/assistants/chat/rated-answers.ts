import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { AnswerOrigin } from './answer-origin.ts';
import { AnswerKind, answerEvents, Citation } from './chat.ts';
import { FeedbackReason, FeedbackStatus } from './feedback.ts';
import { AskedQuestion } from './history.ts';

/** A member who may look after feedback. */
const Assignee = z.object({ userId: z.string(), name: z.string() });

/** The present answer of the app to a question whose answer was rated. */
export const AnsweredAnew = z.object({
  answer: z.string(),
  answerKind: AnswerKind,
  origin: AnswerOrigin,
  citations: z.array(Citation),
  madeAt: Timestamp,
  /** Null until the reader is told. */
  told: z.object({ at: Timestamp, by: z.string().nullable() }).nullable(),
});
export type AnsweredAnew = z.infer<typeof AnsweredAnew>;

/** An answer that its reader liked or disliked, as those who look after the app see it. */
export const RatedAnswer = AskedQuestion.extend({
  answer: z.string(),
  verdict: z.enum(['LIKE', 'DISLIKE']),
  reason: FeedbackReason.nullable(),
  text: z.string(),
  feedbackStatus: FeedbackStatus,
  /** When the reader gave the feedback. */
  givenAt: Timestamp,
  /** The member who looks after it; null while nobody does. */
  assignee: Assignee.nullable(),
  /** The newest one; null while the question was not asked again. */
  newAnswer: AnsweredAnew.nullable(),
  /** The address to which the new answer is sent too; null where none is known. */
  readerEmail: z.string().nullable(),
});
export type RatedAnswer = z.infer<typeof RatedAnswer>;

/** The feedback on the answers of an app, and what was done about it. */
export const ratedAnswers = defineContract({
  name: 'ratedAnswers',
  alsoFails: ['history.app_not_found', 'models.upstream_unavailable'],
  errors: {
    'feedback.not_found': {
      kind: 'not_found',
      message: 'There is no feedback on this answer any more. Its reader may have taken it back.',
    },
    'feedback.assignee_not_found': {
      kind: 'invalid',
      message: 'This member does not see the app, or may not look after feedback. Please choose another one.',
    },
    'feedback.nothing_to_tell': {
      kind: 'precondition',
      message: 'There is no new answer that its reader does not know. Please ask the question again first.',
    },
    'feedback.no_new_answer': {
      kind: 'precondition',
      message:
        'The app still has no answer to this question. Improve a document or write a curated answer, and ask again.',
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
        /** Keeps only the feedback that this member looks after. */
        assigneeId: lookupId.optional(),
      }),
      reply: pageSchemaFor(RatedAnswer),
    },
    assignees: {
      method: 'GET',
      path: '/api/content/answer-feedback/assignees',
      summary: 'List the members who may look after the feedback on an app, by name',
      access: { allow: 'feedback:write' },
      query: z.object({ ...tenantQuery, appId: lookupId }),
      reply: z.object({ items: z.array(Assignee) }),
    },
    assign: {
      method: 'PUT',
      path: '/api/content/answer-feedback/assignee',
      summary: 'Give the feedback on an answer to a member, who gets a mail about it, or to nobody',
      access: { allow: 'feedback:write' },
      body: z.object({ ...tenantQuery, queryId: lookupId, userId: lookupId.nullable() }),
      reply: RatedAnswer,
    },
    askAgain: {
      method: 'POST',
      path: '/api/content/answer-feedback/ask-again',
      summary:
        'Answer a rated question once more, as the app answers now; its reader sees nothing of it before they are told',
      access: { allow: 'apps:write' },
      body: z.object({ ...tenantQuery, queryId: lookupId }),
      reply: RatedAnswer,
    },
    askAgainLive: {
      method: 'POST',
      path: '/api/content/answer-feedback/ask-again/events',
      summary: 'Answer a rated question once more, and send the new answer while it is written',
      access: { allow: 'apps:write' },
      body: z.object({ ...tenantQuery, queryId: lookupId }),
      events: { token: answerEvents.token, done: RatedAnswer, error: answerEvents.error },
    },
    tell: {
      method: 'PUT',
      path: '/api/content/answer-feedback/tell',
      summary:
        'Show the new answer to who rated the earlier one, in their conversation and by mail, and close the feedback',
      access: { allow: 'feedback:write' },
      body: z.object({ ...tenantQuery, queryId: lookupId }),
      reply: RatedAnswer,
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
