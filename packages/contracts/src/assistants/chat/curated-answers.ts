import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile, edited, Revision } from '../../kernel/revisions.ts';
import {
  Done,
  lookupId,
  pageQuery,
  pageSchemaFor,
  requiredText,
  Timestamp,
  tenantQuery,
  text,
} from '../../kernel/shapes.ts';
import { Citation } from './chat.ts';

/** A longer question is never compared with curated answers. */
export const longestCuratedQuestion = 300;
const longestAnswer = 8000;
export const mostWordings = 10;
export const mostCuratedAnswers = 500;

/** A passage that an answer cites: the mark `[n]` stands for the n-th one. */
export const CuratedSource = Citation.omit({ index: true, markAt: true });
export type CuratedSource = z.infer<typeof CuratedSource>;

/** An answer that a person wrote for a question. The documents call it a suggestion. */
export const CuratedAnswer = z.object({
  suggestionId: z.string(),
  revision: Revision,
  appId: z.string(),
  question: z.string(),
  /** Other questions that mean the same. */
  wordings: z.array(z.string()),
  /** Markdown with marks `[1]`, `[2]` … of the sources. */
  answer: z.string(),
  sources: z.array(CuratedSource),
  active: z.boolean(),
  /** The number of times that it was given. */
  uses: z.number().int(),
  lastUsedAt: Timestamp.nullable(),
  updatedAt: Timestamp,
});
export type CuratedAnswer = z.infer<typeof CuratedAnswer>;

export const CuratedAnswerInput = z.object({
  ...tenantQuery,
  ...edited,
  appId: lookupId,
  /** The answer that is changed; absent for a new one. */
  suggestionId: lookupId.optional(),
  question: requiredText(longestCuratedQuestion, 'Please enter the question'),
  wordings: z
    .array(text(longestCuratedQuestion))
    .max(mostWordings, `At most ${mostWordings} wordings`)
    .default([])
    .transform((wordings) => wordings.filter((wording) => wording !== '')),
  answer: requiredText(longestAnswer, 'Please enter the answer'),
  /** The passages of the marks, in their order. They are taken from the knowledge bases of the app. */
  sources: z
    .array(z.object({ chunkId: lookupId }))
    .max(20)
    .default([]),
  active: z.boolean().default(true),
});
export type CuratedAnswerInput = z.input<typeof CuratedAnswerInput>;

/** Answers that people wrote for the questions of an app, which are used before a search. */
export const curatedAnswers = defineContract({
  name: 'curatedAnswers',
  alsoFails: ['apps.not_found'],
  errors: {
    'suggestions.changed_meanwhile': changedMeanwhile('this answer'),
    'suggestions.not_found': {
      kind: 'not_found',
      message: 'This curated answer does not exist any more. Please go back to the list.',
    },
    'suggestions.question_taken': {
      kind: 'conflict',
      message: 'Another curated answer of this app is for the same question. Please change that one.',
    },
    'suggestions.source_not_found': {
      kind: 'invalid',
      message: 'A source can no longer be found in the knowledge bases of this app. Please remove it.',
    },
    'suggestions.too_many': {
      kind: 'limit',
      message: `An app has at most ${mostCuratedAnswers} curated answers. Please delete those that are not used.`,
    },
  },
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/content/suggestions',
      summary: 'List the curated answers of an app, or find the one that a question gets (CHAT-08)',
      access: { allow: 'feedback:write' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        appId: lookupId,
        /** Keeps only the answer that this question would get. */
        query: z.string().max(8000).optional(),
        sort: z.enum(['question', 'uses', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(CuratedAnswer),
    },
    save: {
      method: 'PUT',
      path: '/api/content/save-suggestions',
      summary: 'Write an answer for a question of an app, or change one (CHAT-09)',
      access: { allow: 'apps:write' },
      body: CuratedAnswerInput,
      reply: CuratedAnswer,
    },
    remove: {
      method: 'DELETE',
      path: '/api/content/suggestions/:suggestionId',
      summary: 'Delete a curated answer; answers that were given stay in their conversations',
      access: { allow: 'apps:write' },
      params: z.object({ suggestionId: lookupId }),
      query: z.object(tenantQuery),
      reply: Done,
    },
  },
});
