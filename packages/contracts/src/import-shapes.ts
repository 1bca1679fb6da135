import { z } from 'zod';
import { Abilities, Timestamp } from './shapes.ts';

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
