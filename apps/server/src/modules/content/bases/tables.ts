import type { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import type {
  DocumentLanguage,
  DocumentType,
  ImportType,
} from '@atelier/contracts/content/bases/import-shapes';
import type {
  DataField,
  ImageHandling,
  KnowledgeBaseShare,
  KnowledgeBaseStatus,
  VectorStoreName,
  WordLanguage,
} from '@atelier/contracts/content/bases/knowledge-shapes';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, integer, jsonb, pgView, text } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { createdAt, moment, tenantTable } from '../../../kernel/db/tenant-table.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

export const knowledgeBases = tenantTable('knowledge_bases', {
  id: text('id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  retrieval: jsonb('retrieval').$type<RetrievalSettings>().notNull(),
  activeIndexVersion: text('active_index_version'),
  unchangedFiles: integer('unchanged_files').notNull().default(0),
  /** A knowledge base that is switched off is not searched, but keeps all its content. */
  status: text('status').$type<KnowledgeBaseStatus>().notNull().default('ON'),
  share: text('share').$type<KnowledgeBaseShare>().notNull().default('EVERYONE'),
  summarize: boolean('summarize').notNull().default(false),
  imageHandling: text('image_handling').$type<ImageHandling>().notNull().default('OCR'),
  /** Null stands for the tenant's default. */
  languageModelId: text('language_model_id'),
  dataStructure: jsonb('data_structure').$type<DataField[]>().notNull().default([]),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().default(sql`now()`),
});
export type KnowledgeBaseRow = typeof knowledgeBases.$inferSelect;

export const indexVersions = tenantTable('index_versions', {
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  status: text('status').$type<'BUILDING' | 'ACTIVE' | 'RETIRED'>().notNull(),
  chunking: jsonb('chunking').$type<z.infer<typeof Chunking>>().notNull(),
  /** The language whose word forms are treated as equal. Each lexical segment of the version carries the same language. */
  language: text('language').$type<WordLanguage>().notNull().default('english'),
  /** The version of the names that its chunks have of their documents; new versions have the current one (`index-format.ts` of the contract). */
  format: integer('format').notNull().default(1),
  embeddingModelId: text('embedding_model_id'),
  dimensions: integer('dimensions'),
  /** The vector store that also keeps the vectors, and the connection to it. */
  vectorStore: text('vector_store').$type<VectorStoreName>().notNull().default('EMBEDDED'),
  connectionId: text('connection_id'),
  /** The number of the collection in that store. A rebuild fills the next collection and then switches to it. */
  storeGeneration: integer('store_generation').notNull().default(0),
  revision: count('revision').notNull().default(0),
  segments: integer('segments').notNull().default(0),
  merges: count('merges').notNull().default(0),
  retiredAt: moment('retired_at'),
  /** Set while the version holds everything that the active version holds. */
  readyAt: moment('ready_at'),
  /** In credits. */
  creditLimit: doublePrecision('credit_limit'),
  spentCredits: doublePrecision('spent_credits').notNull().default(0),
  createdAt: createdAt(),
});
export type IndexVersionRow = typeof indexVersions.$inferSelect;

/** A knowledge base with the index version that answers its searches. */
export interface KnowledgeBaseWithIndex {
  base: KnowledgeBaseRow;
  index: IndexVersionRow;
}

/** The columns of a document that other modules may read. Declared here for the modules between this one and `documents`, which has the rows. */
export const documents = pgView('documents', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  fileId: text('file_id').notNull(),
  name: text('name').notNull(),
  type: text('type').$type<ImportType>().notNull(),
  size: count('size').notNull(),
  sha256: text('sha256').notNull(),
  runId: text('run_id').notNull(),
  sourceId: text('source_id'),
  externalId: text('external_id'),
  url: text('url'),
  state: text('state').$type<'ENABLED' | 'DISABLED'>().notNull(),
  version: integer('version').notNull(),
  shownVersion: integer('shown_version').notNull(),
  documentType: text('document_type').$type<DocumentType>(),
  language: text('language').$type<DocumentLanguage>(),
  categories: jsonb('categories').$type<string[]>().notNull(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
  summary: text('summary'),
  versionAt: moment('version_at'),
  createdAt: moment('created_at').notNull(),
}).existing();
