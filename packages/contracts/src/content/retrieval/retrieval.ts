import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile, edited } from '../../kernel/revisions.ts';
import { Done, lookupId, pageQuery, pageSchemaFor, requiredText, tenantQuery } from '../../kernel/shapes.ts';
import { RetrievalExplanation } from './retrieval-explanation.ts';
import { ExpectedChunks, RetrievalOrigin, RetrievalRecord, SavedQuestion } from './retrieval-records.ts';
import { RetrievalOverrides, RetrievalReply } from './retrieval-shapes.ts';

const question = requiredText(4000, 'Please enter a question');

const questionParams = z.object({ questionId: lookupId });

/** Tests, explains and records retrieval. */
export const retrieval = defineContract({
  name: 'retrieval',
  alsoFails: [
    'billing.credits_too_low',
    'knowledge.import_not_found',
    'knowledge.not_found',
    'models.upstream_unavailable',
  ],
  errors: {
    'retrieval.question_changed_meanwhile': changedMeanwhile('this question'),
    'retrieval.chunk_not_found': {
      kind: 'not_found',
      message:
        'This chunk does not exist. Its document may have been imported again; please choose the chunk again.',
    },
    'retrieval.index_too_large': {
      kind: 'unavailable',
      message:
        'This knowledge base is larger than the memory for search indexes, so questions are answered slowly, and several are waiting. Please try again in a minute, or ask your operator to raise INDEX_MEMORY_MB.',
    },
    'retrieval.question_not_found': { kind: 'not_found', message: 'This saved question does not exist.' },
    'retrieval.question_saved': {
      kind: 'conflict',
      message: 'This question is saved already. Please change the saved one.',
    },
  },
  endpoints: {
    retrievalTest: {
      method: 'POST',
      path: '/api/query-engine/retrieval-test',
      summary: 'Try the retrieval (RETRIEVE-08)',
      unaudited: 'it only reads, and the history of retrieval records it',
      beginsInTransaction: true,
      access: { allow: 'knowledge:read' },
      rate: 'chat',
      body: z.object({
        knowledgeBaseId: lookupId,
        query: question,
        ...RetrievalOverrides,
      }),
      reply: RetrievalReply,
    },
    explain: {
      method: 'POST',
      path: '/api/query-engine/retrieval-explain',
      summary: 'Explain why a chunk was found or not',
      unaudited: 'it only reads',
      access: { allow: 'knowledge:read' },
      rate: 'chat',
      body: z
        .object({
          knowledgeBaseId: lookupId,
          query: question,
          /** Exactly one of these three fields identifies the chunk. */
          chunkId: lookupId.optional(),
          knowledgeBaseImportId: lookupId.optional(),
          text: z.string().trim().max(4000).optional(),
          ...RetrievalOverrides,
        })
        .refine(
          ({ chunkId, knowledgeBaseImportId, text }) => Boolean(chunkId || knowledgeBaseImportId || text),
          {
            path: ['text'],
            message: 'Please choose a document, or paste the chunk that you expected.',
          },
        ),
      reply: RetrievalExplanation,
    },
    history: {
      method: 'GET',
      path: '/api/content/v2/retrieval-history',
      summary: 'List the searches of the retrieval screen and of chats (RETRIEVE-10)',
      access: { allow: 'knowledge:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        knowledgeBaseId: lookupId.optional(),
        origin: RetrievalOrigin.optional(),
        /** -1 newest first, 1 oldest first (HISTORY-01). */
        sort: z.enum(['-1', '1']).default('-1'),
      }),
      reply: pageSchemaFor(RetrievalRecord),
    },
    filterValues: {
      method: 'GET',
      path: '/api/query-engine/filter-values',
      summary: 'List the values by which a knowledge base can be filtered',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, knowledgeBaseId: lookupId }),
      reply: z.object({
        documentTypes: z.array(z.string()),
        languages: z.array(z.string()),
        categories: z.array(z.string()),
        metadataKeys: z.array(z.string()),
        sources: z.array(z.string()),
      }),
    },
    listQuestions: {
      method: 'GET',
      path: '/api/query-engine/saved-questions',
      summary: 'List the saved questions of a knowledge base',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...pageQuery, ...tenantQuery, knowledgeBaseId: lookupId }),
      reply: pageSchemaFor(SavedQuestion),
    },
    saveQuestion: {
      method: 'POST',
      path: '/api/query-engine/saved-questions',
      summary: 'Save a question with the chunks that it should find',
      access: { allow: 'knowledge:write' },
      body: z.object({ knowledgeBaseId: lookupId, query: question, expected: ExpectedChunks }),
      reply: SavedQuestion,
    },
    changeQuestion: {
      method: 'PUT',
      path: '/api/query-engine/saved-questions/:questionId',
      summary: 'Change a saved question',
      access: { allow: 'knowledge:write' },
      params: questionParams,
      body: z.object({ ...edited, query: question.optional(), expected: ExpectedChunks.optional() }),
      reply: SavedQuestion,
    },
    removeQuestion: {
      method: 'DELETE',
      path: '/api/query-engine/saved-questions/:questionId',
      summary: 'Delete a saved question',
      access: { allow: 'knowledge:write' },
      params: questionParams,
      reply: Done,
    },
  },
});
