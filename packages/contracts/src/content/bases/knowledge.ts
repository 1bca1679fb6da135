import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { changedMeanwhile, edited } from '../../kernel/revisions.ts';
import { lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import { DataFields, KnowledgeBase, KnowledgeBaseChange, NewKnowledgeBase } from './knowledge-shapes.ts';

const kbParams = z.object({ id: lookupId });

/** Knowledge bases: their names and settings. */
export const knowledge = defineContract({
  name: 'knowledge',
  alsoFails: [
    'billing.plan_limit',
    'models.upstream_unavailable',
    'vector_stores.connection_unfit',
    'vector_stores.embedding_missing',
  ],
  errors: {
    'knowledge.not_found': { kind: 'not_found', message: 'This knowledge base does not exist.' },
    'knowledge.changed_meanwhile': changedMeanwhile('this knowledge base'),
    'knowledge.name_taken': {
      kind: 'conflict',
      message: 'A knowledge base with this name already exists. Please choose another name.',
    },
    'knowledge.vision_unavailable': {
      kind: 'precondition',
      message:
        'Describing pictures needs a vision model, and there is none. Please add one under Models, or choose text recognition.',
    },
    'knowledge.embedding_unavailable': {
      kind: 'precondition',
      message:
        'This retrieval mode needs an embedding model. Please add a model provider first, or use BM25.',
    },
    'knowledge.language_model_not_found': {
      kind: 'invalid',
      message: 'This language model is not set up. Please choose another one, or add it under Models.',
    },
    'knowledge.used_by_apps': {
      kind: 'conflict',
      message:
        'Apps answer from this knowledge base. Please switch each of them to another one first, then switch it off.',
    },
  },
  endpoints: {
    create: {
      method: 'POST',
      path: '/api/content/knowledge-base',
      summary: 'Create a knowledge base (KB-26)',
      access: { allow: 'knowledge:write' },
      body: NewKnowledgeBase,
      reply: KnowledgeBase,
    },
    list: {
      method: 'GET',
      path: '/api/content/knowledge-bases',
      summary: 'List knowledge bases (KB-25)',
      access: { allow: 'knowledge:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        sort: z.enum(['name', 'createdAt', 'updatedAt']).default('updatedAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(KnowledgeBase),
    },
    get: {
      method: 'GET',
      path: '/api/content/knowledge-base/:id',
      summary: 'Read a knowledge base (KB-24)',
      access: { allow: 'knowledge:read' },
      params: kbParams,
      query: z.object(tenantQuery),
      reply: KnowledgeBase,
    },
    update: {
      method: 'PUT',
      path: '/api/content/knowledge-base/:id',
      summary:
        'Change the name, description, language model, retrieval or sharing, or switch it on or off (KB-27)',
      access: { allow: 'knowledge:write' },
      params: kbParams,
      body: KnowledgeBaseChange,
      reply: KnowledgeBase,
    },
    updateBase: {
      method: 'PUT',
      path: '/api/content/knowledge-base',
      summary: 'Change a knowledge base that the body names (KB-27)',
      access: { allow: 'knowledge:write' },
      body: KnowledgeBaseChange.extend({ knowledgeBaseId: lookupId }),
      reply: KnowledgeBase,
    },
    saveDataStructure: {
      method: 'POST',
      path: '/api/content/knowledge-base-data-structure',
      summary: 'Set the details that the documents of a knowledge base have (KB-30)',
      access: { allow: 'knowledge:write' },
      body: z.object({
        ...edited,
        knowledgeBaseId: lookupId,
        fields: DataFields,
      }),
      reply: KnowledgeBase,
    },
  },
});
