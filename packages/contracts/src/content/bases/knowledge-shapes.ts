import { z } from 'zod';
import { edited, Revision } from '../../kernel/revisions.ts';
import { Abilities, requiredText, Timestamp, text } from '../../kernel/shapes.ts';
import { RetrievalSettings } from '../retrieval/retrieval-shapes.ts';
import { Chunking } from './chunking-shapes.ts';
import { DocumentLanguage } from './import-shapes.ts';

/** A knowledge base that is OFF is not searched and keeps its documents (KB-12). */
export const KnowledgeBaseStatus = z.enum(['ON', 'OFF']);
export type KnowledgeBaseStatus = z.infer<typeof KnowledgeBaseStatus>;

/** The users who see it besides builders: the members to whom it was granted, or everyone in the tenant (KB-11). */
export const KnowledgeBaseShare = z.enum(['PRIVATE', 'EVERYONE']);
export type KnowledgeBaseShare = z.infer<typeof KnowledgeBaseShare>;

/**
 * The ways to read pictures (IMPORT-34). OCR: their text is recognised. PAGE: a vision model describes each page. IMAGES: a vision model
 * describes the pictures in a document, and the descriptions take their places in the text.
 */
export const ImageHandling = z.enum(['OCR', 'PAGE', 'IMAGES']);
export type ImageHandling = z.infer<typeof ImageHandling>;

/** A field that each document of a knowledge base carries in its metadata (KB-30). */
export const DataField = z.object({
  name: requiredText(60, 'Please enter a name'),
  description: text(300).default(''),
});
export type DataField = z.infer<typeof DataField>;

/** The details that the documents of a knowledge base have. */
export const DataFields = z
  .array(DataField)
  .max(50, 'Please enter at most 50 fields')
  .refine(
    (fields) => new Set(fields.map(({ name }) => name.toLowerCase())).size === fields.length,
    'Please give each field a name of its own',
  );

/** The store of the vectors (KB-05, KB-23). EMBEDDED is part of this server; the others need a connection. */
export const VectorStoreName = z.enum([
  'EMBEDDED',
  'PGVECTOR',
  'QDRANT',
  'ELASTICSEARCH',
  'CHROMA',
  'PINECONE',
  'WEAVIATE',
  'MILVUS',
]);
export type VectorStoreName = z.infer<typeof VectorStoreName>;

/** The language whose inflected forms match each other in a search by words (`house`, `houses`); `none`: only identical words match. */
export const WordLanguage = z.enum([
  ...DocumentLanguage.options,
  'arabic',
  'danish',
  'finnish',
  'hungarian',
  'norwegian',
  'romanian',
  'russian',
  'swedish',
  'turkish',
  'ukrainian',
  'none',
]);
export type WordLanguage = z.infer<typeof WordLanguage>;

/** The kinds of sources that documents come from (KB-01). */
export const KnowledgeSourceKind = z.enum(['DOCUMENTS', 'ENTERPRISE', 'WEBSITE']);
export type KnowledgeSourceKind = z.infer<typeof KnowledgeSourceKind>;

/** The model that summarizes documents and rephrases queries; null: the tenant's default. */
const languageModelId = z.string().max(200).nullable();

export const NewKnowledgeBase = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).optional(),
  embeddingModelId: z.string().max(200).optional(),
  languageModelId: languageModelId.default(null),
  vectorStore: VectorStoreName.default('EMBEDDED'),
  /** Required by every store except EMBEDDED. */
  connectionId: z.string().max(100).optional(),
  language: WordLanguage.default('english'),
  chunking: Chunking.prefault({}),
  retrieval: RetrievalSettings.prefault({}),
  imageHandling: ImageHandling.default('OCR'),
});

export const KnowledgeBase = z.object({
  knowledgeBaseId: z.string(),
  revision: Revision,
  name: z.string(),
  description: z.string(),
  /** The kinds of sources that its documents come from, in the order of `KnowledgeSourceKind`. */
  sourceKinds: z.array(KnowledgeSourceKind),
  embeddingModelId: z.string().nullable(),
  languageModelId,
  vectorStore: VectorStoreName,
  connectionId: z.string().nullable(),
  language: WordLanguage,
  chunking: Chunking,
  retrieval: RetrievalSettings,
  counts: z.object({
    documents: z.number().int(),
    ready: z.number().int(),
    processing: z.number().int(),
    failed: z.number().int(),
    chunks: z.number().int(),
  }),
  apps: z.array(z.object({ appId: z.string(), name: z.string() })),
  status: KnowledgeBaseStatus,
  share: KnowledgeBaseShare,
  /** True to summarize each document after its import (KB-03). */
  summarize: z.boolean(),
  /** Applies to documents that are imported from now on. */
  imageHandling: ImageHandling,
  dataStructure: z.array(DataField),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

/** A change to a knowledge base; fields that are left out stay unchanged. */
export const KnowledgeBaseChange = z.object({
  ...edited,
  name: requiredText(150, 'Please enter a name').optional(),
  description: text(2000).optional(),
  languageModelId: languageModelId.optional(),
  retrieval: RetrievalSettings.optional(),
  status: KnowledgeBaseStatus.optional(),
  share: KnowledgeBaseShare.optional(),
  summarize: z.boolean().optional(),
  imageHandling: ImageHandling.optional(),
});
export type KnowledgeBaseChange = z.infer<typeof KnowledgeBaseChange>;
