import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../../kernel/shapes.ts';
import { AnswerKind, Citation, MessageStatus } from './chat.ts';
import { TraceStep } from './trace.ts';

/** A question that was asked of an app (HISTORY-06: the columns of the list). */
export const AskedQuestion = z.object({
  queryId: z.string(),
  appId: z.string(),
  appName: z.string(),
  question: z.string(),
  status: MessageStatus,
  answerKind: AnswerKind,
  /** Null for visitors. */
  askedBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
  /** The visitor's own words about themselves; null where nothing was asked (APP-17). */
  visitor: z.object({ name: z.string(), email: z.string() }).nullable(),
  citations: z.number().int(),
  credits: z.number(),
  createdAt: Timestamp,
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** The details of how a question was answered: retrieval, model and time. */
export const QueryDetails = AskedQuestion.extend({
  conversationId: z.string(),
  answer: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  modelId: z.string(),
  /** The run of the flow that answered; null where none did. */
  runId: z.string().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** The query that was searched for and the retriever; null where nothing was searched. */
  retrieval: z.object({ query: z.string(), mode: z.string() }).nullable(),
  /** The chunks that retrieval found; `used` is true for those that the model read. */
  found: z.array(z.object({ chunkId: z.string(), score: z.number(), used: z.boolean() })),
  sources: z.array(Citation.extend({ score: z.number().nullable() })),
  /** The steps that led to the answer, in order: checks of guardrails, searches, models, steps of flows and tools. */
  steps: z.array(TraceStep),
  finishedAt: Timestamp.nullable(),
  /** Time from the question to the end of the answer. */
  milliseconds: z.number().int().nullable(),
});
export type QueryDetails = z.infer<typeof QueryDetails>;

/** Questions are counted up to this number; a larger `total` is this number and one. */
export const mostCounted = 10_000;

/** The largest number of questions that a search reads: the newest ones of the chosen days. */
export const mostSearched = 10_000;

const Questions = pageSchemaFor(AskedQuestion).extend({
  /** True when there are older questions in the chosen days, which the search did not read. */
  isCutOff: z.boolean(),
});

const filter = {
  ...tenantQuery,
  ...pageQuery,
  /** -1 newest first, 1 oldest first (HISTORY-01). */
  sort: z.enum(['-1', '1']).default('-1'),
  status: MessageStatus.optional(),
  /** Keeps only completed replies: `true` those that are an answer, `false` those that are not. */
  answered: z.enum(['true', 'false']).optional(),
  /** Keeps only the questions that a guardrail held back. */
  blocked: z.literal('true').optional(),
  /** Keeps only the questions of this user. */
  userId: lookupId.optional(),
  from: z.iso.date().optional(),
  /** The last day, inclusive. */
  to: z.iso.date().optional(),
  /** Keeps only this hour of each day, in UTC. */
  hour: z.coerce.number().int().min(0).max(23).optional(),
};

/** The questions that apps were asked, with the details of the answers. */
export const history = defineContract({
  name: 'history',
  errors: {
    'history.app_not_found': {
      kind: 'not_found',
      message: 'This app does not exist any more. Please choose another one.',
    },
    'history.query_not_found': {
      kind: 'not_found',
      message: 'This question does not exist any more. Please go back to the list of questions.',
    },
  },
  endpoints: {
    tenantHistory: {
      method: 'GET',
      path: '/api/content/tenant-query-history',
      summary: 'List the questions to all apps of the company (HISTORY-02)',
      access: { allow: 'apps:read' },
      query: z.object(filter),
      reply: Questions,
    },
    queryHistory: {
      method: 'GET',
      path: '/api/content/query-history',
      summary: 'List the questions to one app, or to the apps that answer from a knowledge base (HISTORY-03)',
      access: { allow: 'apps:read' },
      query: z.object({ ...filter, appId: lookupId.optional(), knowledgeBaseId: lookupId.optional() }),
      reply: Questions,
    },
    queryDetails: {
      method: 'GET',
      path: '/api/content/v2/query-details/:queryId',
      summary: 'Read how a question to the given app was answered (HISTORY-04)',
      access: { allow: 'apps:read' },
      params: z.object({ queryId: lookupId }),
      query: z.object({ ...tenantQuery, appId: lookupId.optional() }),
      reply: QueryDetails,
    },
    queryInfo: {
      method: 'GET',
      path: '/api/content/query-info/:id',
      summary: 'Read the summary of a question (HISTORY-05)',
      access: { allow: 'apps:read' },
      params: z.object({ id: lookupId }),
      reply: AskedQuestion,
    },
  },
});
