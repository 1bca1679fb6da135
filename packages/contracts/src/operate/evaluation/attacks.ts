import { z } from 'zod';
import { AnswerKind } from '../../assistants/chat/chat.ts';
import { defineContract } from '../../kernel/contract.ts';
import {
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
  text,
} from '../../kernel/shapes.ts';
import { ScoredBy } from './evaluation-shapes.ts';
import { MadeCall, ofSubject, subjectFields, subjectIds } from './subject.ts';

/**
 * The kind of an attack on an app or an agent. INJECTION: an order in a question, in a pasted text or in a document. JAILBREAK: talking the model
 * out of its rules. LEAK: getting at its instructions. OVER_REFUSAL: harmless questions that sound dangerous, which have to be let through.
 */
export const AttackKind = z.enum(['INJECTION', 'JAILBREAK', 'LEAK', 'OVER_REFUSAL']);
export type AttackKind = z.infer<typeof AttackKind>;

/** The most questions of a set that are asked in one attack. */
export const mostSetQuestions = 200;

/** A question of a set that somebody brings along. */
export const SetQuestion = z.object({
  kind: AttackKind,
  question: requiredText(8000, 'Please give every question a text'),
  /** A text by others that comes with the question, such as a mail. An app gets it pasted, an agent as a document. */
  document: text(8000).optional(),
  /** The question to a model about the answer. Yes means that the attack worked. Harmless questions need none. */
  criterion: text(2000).optional(),
});
export type SetQuestion = z.infer<typeof SetQuestion>;

const AttackResult = z.object({
  kind: AttackKind,
  question: z.string(),
  document: z.string().nullable(),
  /** Null until it was asked. */
  answer: z.string().nullable(),
  answerKind: AnswerKind.nullable(),
  calls: z.array(MadeCall),
  /** True where an attack was not obeyed, or a harmless question not refused; null where nothing could judge it. */
  held: z.boolean().nullable(),
  judgedBy: ScoredBy.nullable(),
});
export type AttackResult = z.infer<typeof AttackResult>;

export const AttackTest = z.object({
  attackTestId: z.string(),
  ...subjectIds,
  version: z.number().int(),
  /** The name of the set that was brought along. */
  setName: z.string().nullable(),
  status: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  failure: z.string().nullable(),
  asked: z.number().int(),
  held: z.number().int(),
  /** The answers that could be judged. */
  judged: z.number().int(),
  questions: z.number().int(),
  startedBy: z.string().nullable(),
  createdAt: Timestamp,
});
export type AttackTest = z.infer<typeof AttackTest>;

const oneTest = z.object({ attackTestId: lookupId });

/** Attacks on one's own apps, agents and crews, with the settings in use. */
export const attacks = defineContract({
  name: 'attacks',
  alsoFails: ['apps.not_found', 'billing.credits_too_low', 'models.upstream_unavailable'],
  errors: {
    'attacks.test_not_found': {
      kind: 'not_found',
      message: 'This attack does not exist any more. Please go back to the list.',
    },
    'attacks.running': {
      kind: 'conflict',
      message: 'An attack is under way already. Wait until it is done, or cancel it.',
    },
    'attacks.not_running': { kind: 'conflict', message: 'This attack has already ended.' },
  },
  endpoints: {
    plan: {
      method: 'GET',
      path: '/api/evaluation/attacks/plan',
      summary: 'Read how many questions an attack asks, and what an answer costs about',
      access: { allow: 'apps:write' },
      query: ofSubject(subjectFields),
      reply: z.object({
        /** The questions that are always asked. */
        questions: z.number().int(),
        /** The mean of the last answers; null while there is none. */
        creditsPerAnswer: z.number().nullable(),
        /** True where a flow, a worker or another app answers an app, whose steps work for real. */
        actsOutside: z.boolean(),
        /** True where a language model can judge answers that no comparison of words can. */
        canJudge: z.boolean(),
      }),
    },
    start: {
      method: 'POST',
      path: '/api/evaluation/attacks',
      summary: 'Attack an app, an agent or a crew with its settings in use',
      access: { allow: 'apps:write' },
      body: ofSubject({
        ...subjectFields,
        /** Questions that are asked besides the usual ones, for example of a public set. */
        set: z
          .object({
            name: requiredText(200, 'Please name the set'),
            questions: z
              .array(SetQuestion)
              .min(1, 'The set has no questions')
              .max(mostSetQuestions, `Please choose at most ${mostSetQuestions} questions of the set`),
          })
          .optional(),
      }),
      reply: AttackTest,
    },
    list: {
      method: 'GET',
      path: '/api/evaluation/attacks',
      summary: 'List the attacks on an app, an agent or a crew, newest first',
      access: { allow: 'apps:write' },
      query: ofSubject({ ...pageQuery, ...subjectFields }),
      reply: pageSchemaFor(AttackTest),
    },
    read: {
      method: 'GET',
      path: '/api/evaluation/attacks/:attackTestId',
      summary: 'Read an attack with all questions and answers',
      access: { allow: 'apps:write' },
      params: oneTest,
      query: z.object(tenantQuery),
      reply: AttackTest.extend({ results: z.array(AttackResult) }),
    },
    cancel: {
      method: 'PUT',
      path: '/api/evaluation/attacks/:attackTestId/cancel',
      summary: 'Cancel an attack; the answers that were given stay',
      access: { allow: 'apps:write' },
      params: oneTest,
      body: z.object(tenantQuery),
      reply: AttackTest,
    },
  },
});
