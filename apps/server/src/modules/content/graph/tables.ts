import { bigint, boolean, integer, jsonb, real, text } from 'drizzle-orm/pg-core';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

export const graphs = tenantTable('graphs', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  modelId: text('model_id').notNull(),
  runId: text('run_id').notNull(),
  spent: count('spent').notNull().default(0),
  buildSpent: count('build_spent').notNull().default(0),
  budget: count('budget'),
  stoppedByBudget: boolean('stopped_by_budget').notNull().default(false),
  note: text('note'),
  revision: count('revision').notNull().default(0),
  entities: integer('entities').notNull().default(0),
  relations: integer('relations').notNull().default(0),
  communities: integer('communities').notNull().default(0),
  builtAt: moment('built_at'),
  createdAt: createdAt(),
});
export type GraphRow = typeof graphs.$inferSelect;

export type AnswerKind = 'CHUNK' | 'SUMMARY' | 'VECTOR';

export const graphAnswers = tenantTable('graph_answers', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  kind: text('kind').$type<AnswerKind>().notNull(),
  key: text('key').notNull(),
  model: text('model').notNull(),
  status: text('status').$type<'DONE' | 'FAILED'>().notNull(),
  payload: jsonb('payload'),
  cause: jsonb('cause').$type<{ code: string; message: string }>(),
  milliseconds: integer('milliseconds').notNull().default(0),
  createdAt: createdAt(),
});

export const graphEdits = tenantTable('graph_edits', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  kind: text('kind').$type<'MERGE' | 'SPLIT'>().notNull(),
  groups: jsonb('groups').$type<string[][]>().notNull(),
  names: jsonb('names').$type<string[]>().notNull(),
  createdAt: createdAt(),
});
export type EditRow = typeof graphEdits.$inferSelect;

export const graphEntities = tenantTable('graph_entities', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  id: text('id').notNull(),
  name: text('name').notNull(),
  type: text('type').notNull(),
  description: text('description').notNull(),
  mentions: integer('mentions').notNull(),
  degree: integer('degree').notNull(),
  community: integer('community').notNull(),
});

export const graphAliases = tenantTable('graph_aliases', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  entityId: text('entity_id').notNull(),
  place: integer('place').notNull(),
  name: text('name').notNull(),
  atom: text('atom').notNull(),
});

export const graphRelations = tenantTable('graph_relations', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  id: text('id').notNull(),
  sourceId: text('source_id').notNull(),
  targetId: text('target_id').notNull(),
  description: text('description').notNull(),
  weight: real('weight').notNull(),
});

export const graphMentions = tenantTable('graph_mentions', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  subjectId: text('subject_id').notNull(),
  chunkId: text('chunk_id').notNull(),
  importId: text('import_id').notNull(),
  start: count('start_offset').notNull(),
  end: count('end_offset').notNull(),
});

export const graphCommunities = tenantTable('graph_communities', {
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  place: integer('place').notNull(),
  title: text('title').notNull(),
  summary: text('summary').notNull(),
  members: jsonb('members').$type<string[]>().notNull(),
});
