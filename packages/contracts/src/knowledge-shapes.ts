import { z } from 'zod';
import { Abilities, requiredText, Timestamp, text } from './shapes.ts';

/** Import types (IMPORT-02); only those with a working source can be created. */
export const ImportType = z.enum([
  'FILE',
  'MANUAL',
  'API',
  'WEBSITE',
  'JIRA',
  'SHEETS',
  'GMAIL',
  'DOCS',
  'CALENDAR',
  'NOTION',
  'SLACK',
  'SLIDE',
  'ELASTICSEARCH',
  'WEBHOOK',
  'SERVICENOW',
  'POSTGRESQL',
  'MONGODB',
  'CONFLUENCE',
  'REDSHIFT',
  'SHAREPOINT',
  'TEAMS',
  'ONEDRIVE',
  'GOOGLEDRIVE',
]);
export type ImportType = z.infer<typeof ImportType>;

/** Status of an import: a view on its run (`importStatusOf`). */
export const ImportStatus = z.enum(['IN-QUEUE', 'IN-PROGRESS', 'COMPLETED', 'ERRORED', 'CANCELLED']);
export type ImportStatus = z.infer<typeof ImportStatus>;

/** How documents are cut; sizes in tokens. */
export const Chunking = z.object({
  maxTokens: z.number().int().min(50).max(2000).default(400),
  overlapTokens: z.number().int().min(0).max(400).default(60),
});

/** BM25 needs no model; VECTOR and HYBRID need an embedding model, and fall back to BM25 with a note when there is none. */
export const RetrievalMode = z.enum(['AUTO', 'BM25', 'VECTOR', 'HYBRID']);
export type RetrievalMode = z.infer<typeof RetrievalMode>;

/** RETRIEVE-01, RETRIEVE-02, RETRIEVE-04: how many passages, and how relevant each must be (0 to 1). */
export const RetrievalSettings = z.object({
  mode: RetrievalMode.default('AUTO'),
  topK: z.number().int().min(1).max(50).default(8),
  scoreThreshold: z.number().min(0).max(1).default(0),
});
export type RetrievalSettings = z.infer<typeof RetrievalSettings>;

export const NewKnowledgeBase = z.object({
  name: requiredText(150, 'Please enter a name'),
  description: text(2000).optional(),
  embeddingModelId: z.string().max(200).optional(),
  vectorStore: z.enum(['EMBEDDED']).default('EMBEDDED'),
  chunking: Chunking.prefault({}),
  retrieval: RetrievalSettings.prefault({}),
});

export const KnowledgeBase = z.object({
  knowledgeBaseId: z.string(),
  name: z.string(),
  description: z.string(),
  embeddingModelId: z.string().nullable(),
  vectorStore: z.string(),
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
  createdAt: Timestamp,
  updatedAt: Timestamp,
  abilities: Abilities,
});
export type KnowledgeBase = z.infer<typeof KnowledgeBase>;

export const ImportCause = z.object({ code: z.string(), message: z.string() });

export const KnowledgeImport = z.object({
  knowledgeBaseImportId: z.string(),
  knowledgeBaseId: z.string(),
  name: z.string(),
  type: ImportType,
  status: ImportStatus,
  /** What is being done now, for a person: "Reading", "Indexing"… */
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  size: z.number().int(),
  pages: z.number().int().nullable(),
  chunkCount: z.number().int(),
  error: ImportCause.optional(),
  /** Something worth knowing about a document that was imported all the same. */
  note: z.string().nullable(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  abilities: Abilities,
});
export type KnowledgeImport = z.infer<typeof KnowledgeImport>;

/** `found = imported + unchanged + skipped + failed + pending` of one knowledge base. */
export const ImportBalance = z.object({
  found: z.number().int(),
  imported: z.number().int(),
  unchanged: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
});

export const Chunk = z.object({
  chunkId: z.string(),
  ordinal: z.number().int(),
  text: z.string(),
  tokens: z.number().int(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  start: z.number().int(),
  end: z.number().int(),
});
export type Chunk = z.infer<typeof Chunk>;

/** A stretch of a document's text, for reading a source at its place. */
export const DocumentSection = z.object({
  ordinal: z.number().int(),
  page: z.number().int().nullable(),
  start: z.number().int(),
  text: z.string(),
});

export const RetrievalResult = z.object({
  chunkId: z.string(),
  text: z.string(),
  score: z.number(),
  /** Rank and score per stage, where the stage ran. */
  stages: z.object({
    bm25: z.number().nullable(),
    vector: z.number().nullable(),
    fused: z.number().nullable(),
  }),
  document: z.object({
    knowledgeBaseImportId: z.string(),
    knowledgeBaseId: z.string(),
    name: z.string(),
    /** The page on which the quote begins. */
    page: z.number().int().optional(),
    heading: z.string().optional(),
  }),
  /** The span in the document's text. */
  start: z.number().int(),
  end: z.number().int(),
  /** The pages that the passage lies on, each from an offset in the document's text; empty where there are no pages. */
  pages: z.array(z.object({ page: z.number().int(), start: z.number().int() })),
  quote: z.string(),
});
export type RetrievalResult = z.infer<typeof RetrievalResult>;
