import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { getKnowledgeBase, listKnowledgeBases } from './service/reads.ts';
import {
  createKnowledgeBase,
  saveDataStructure,
  updateKnowledgeBase,
} from './service/write-knowledge-base.ts';

export const basesRoutes = defineRoutes(knowledge, {
  create: (ctx, { body }) => createKnowledgeBase(ctx, body),
  list: (ctx, { query }) => listKnowledgeBases(ctx, query),
  get: (ctx, { params }) => getKnowledgeBase(ctx, params.id),
  update: (ctx, { params, body }) => updateKnowledgeBase(ctx, params.id, body),
  updateBase: (ctx, { body: { knowledgeBaseId, ...change } }) =>
    updateKnowledgeBase(ctx, knowledgeBaseId, change),
  saveDataStructure: (ctx, { body }) => saveDataStructure(ctx, body.knowledgeBaseId, body),
});
