import { z } from 'zod';
import { Abilities, documentPosition, requiredText, Timestamp } from '../../kernel/shapes.ts';

/** The icons of the kinds of imports; one without an icon has that of a plug. */
export type ImportIcon = 'API' | 'CALENDAR' | 'DATABASE' | 'MAIL' | 'TABLE' | 'TEXT' | 'WEBHOOK' | 'WEB';

interface ImportKind {
  /** Shown in lists (IMPORT-16 to IMPORT-33). */
  name: string;
  /** One of what it brings; a document, where it is left out. */
  noun?: string;
  icon?: ImportIcon;
}

const kinds = {
  FILE: { name: 'DOCUMENT', noun: 'file' },
  MANUAL: { name: 'Text', icon: 'TEXT' },
  API: { name: 'API', noun: 'record', icon: 'API' },
  WEBSITE: { name: 'URL', noun: 'page', icon: 'WEB' },
  JIRA: { name: 'Jira' },
  SHEETS: { name: 'Google Sheet', icon: 'TABLE' },
  GMAIL: { name: 'Gmail', icon: 'MAIL' },
  DOCS: { name: 'Google Docs', icon: 'TEXT' },
  CALENDAR: { name: 'Google Calendar', icon: 'CALENDAR' },
  NOTION: { name: 'Notion' },
  SLACK: { name: 'Slack' },
  SLIDE: { name: 'Google Slide' },
  ELASTICSEARCH: { name: 'Elasticsearch', noun: 'record', icon: 'DATABASE' },
  WEBHOOK: { name: 'Webhook', noun: 'message', icon: 'WEBHOOK' },
  SERVICENOW: { name: 'ServiceNow' },
  POSTGRESQL: { name: 'PostgreSQL', noun: 'record', icon: 'DATABASE' },
  MONGODB: { name: 'MongoDB', noun: 'record', icon: 'DATABASE' },
  CONFLUENCE: { name: 'Confluence' },
  REDSHIFT: { name: 'AWS RedShift', noun: 'record', icon: 'DATABASE' },
  SHAREPOINT: { name: 'SharePoint' },
  TEAMS: { name: 'Microsoft Teams' },
  ONEDRIVE: { name: 'One Drive' },
  GOOGLEDRIVE: { name: 'Google Drive' },
} as const satisfies Record<string, ImportKind>;

/** Import types (IMPORT-02); only those with a working source can be created. */
export const ImportType = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]);
export type ImportType = z.infer<typeof ImportType>;

/** Describes each import type once. */
export const importKinds: Readonly<Record<ImportType, ImportKind>> = kinds;

/** Status of an import, derived from its run. */
export const ImportStatus = z.enum(['IN-QUEUE', 'IN-PROGRESS', 'COMPLETED', 'ERRORED', 'CANCELLED']);
export type ImportStatus = z.infer<typeof ImportStatus>;

/**
 * Filters of the list of documents. CREATED, PENDING and STAGED (IMPORT-03) are stages of a waiting import: just created, any of
 * them, and waiting for a retry.
 */
export const ImportStatusFilter = z.enum([...ImportStatus.options, 'PENDING', 'STAGED', 'CREATED']);
export type ImportStatusFilter = z.infer<typeof ImportStatusFilter>;

/** Document types (IMPORT-35). */
export const DocumentType = z.enum([
  'book',
  'businessDocument',
  'paper',
  'personalDocument',
  'socialMediaPost',
  'webPage',
]);
export type DocumentType = z.infer<typeof DocumentType>;

/** Languages of documents (IMPORT-36). The specification names English; the others are additions. */
export const DocumentLanguage = z.enum([
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'dutch',
]);
export type DocumentLanguage = z.infer<typeof DocumentLanguage>;

/** Categories that are offered (IMPORT-37); a document may carry other words too. */
export const documentCategories = ['technology', 'education'] as const;

export const DocumentCategories = z
  .array(requiredText(50, 'Please enter a category'))
  .max(10, 'Please choose at most 10 categories');

/** Labels that users give to documents (IMPORT-35 to IMPORT-37), to all of an import or to each one afterwards. */
export const DocumentLabels = z.object({
  documentType: DocumentType.nullable().default(null),
  language: DocumentLanguage.nullable().default(null),
  categories: DocumentCategories.default([]),
});
export type DocumentLabels = z.infer<typeof DocumentLabels>;

/** A DISABLED document is kept but never found by a search. */
export const DocumentState = z.enum(['ENABLED', 'DISABLED']);
export type DocumentState = z.infer<typeof DocumentState>;

export const SummaryState = z.enum(['NONE', 'IN-PROGRESS', 'READY', 'ERRORED']);
export type SummaryState = z.infer<typeof SummaryState>;

/** The action that created a version of a document. */
export const VersionReason = z.enum(['IMPORT', 'EDIT', 'RESYNC', 'REVERT', 'ENCODING', 'CORRECTION']);
export type VersionReason = z.infer<typeof VersionReason>;

/** EXTRACTIVE: sentences of the document; WRITTEN: by a language model; EDITED: by a user. */
export const SummaryKind = z.enum(['EXTRACTIVE', 'WRITTEN', 'EDITED']);

/** The encoding in which a text file was read, by its name in the WHATWG standard or in iconv. A `chosen` one was set by a user. */
export const ReadEncoding = z.object({
  name: z.string(),
  sure: z.enum(['certain', 'likely', 'guessed', 'chosen']),
});
export type ReadEncoding = z.infer<typeof ReadEncoding>;

export const ImportCause = z.object({ code: z.string(), message: z.string() });

export const KnowledgeImport = z.object({
  knowledgeBaseImportId: z.string(),
  knowledgeBaseId: z.string(),
  name: z.string(),
  type: ImportType,
  status: ImportStatus,
  /** The present step in words, for example "Reading" or "Indexing". */
  stage: z.string().nullable(),
  progress: z.number().min(0).max(1),
  size: z.number().int(),
  pages: z.number().int().nullable(),
  chunkCount: z.number().int(),
  /** The cause of the failure. `needsAnotherFile` is true when a retry cannot help because the file itself is unreadable. */
  error: ImportCause.extend({ needsAnotherFile: z.boolean() }).optional(),
  /** The cause of the last failed attempt, and the time of the next one. */
  waiting: ImportCause.extend({ until: Timestamp }).optional(),
  /** A warning about a document that was imported nevertheless. */
  note: z.string().nullable(),
  /** Null until the document has been read, and for a file that is not text. */
  encoding: ReadEncoding.nullable(),
  /** The name of an earlier document of this knowledge base with the same content. */
  sameAs: z.string().nullable(),
  /** The address of the document in its source. */
  url: z.string().nullable(),
  state: DocumentState,
  version: z.number().int(),
  documentType: DocumentType.nullable(),
  language: DocumentLanguage.nullable(),
  categories: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  summaryState: SummaryState,
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

/** Server-sent events about the imports of a knowledge base. */
export const ImportEvents = {
  import: KnowledgeImport,
  removed: z.object({ knowledgeBaseImportId: z.string() }),
  balance: ImportBalance,
};

export const Chunk = z.object({
  chunkId: z.string(),
  ordinal: z.number().int(),
  text: z.string(),
  tokens: z.number().int(),
  ...documentPosition,
  heading: z.string().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  /** True when the chunk was written by hand, so that its text differs from the document's text from `start` to `end`. */
  edited: z.boolean(),
});
export type Chunk = z.infer<typeof Chunk>;

/** A stretch of a document's text, for displaying a citation in its context. */
export const DocumentSection = z.object({
  ordinal: z.number().int(),
  ...documentPosition,
  start: z.number().int(),
  text: z.string(),
});
export type DocumentSection = z.infer<typeof DocumentSection>;

/** The form in which the text of a document is displayed: as pages, rendered Markdown, tables, code, a player of sound or film, or plain text with its tables. */
export const SourceForm = z.enum(['PDF', 'MARKDOWN', 'TABLE', 'CODE', 'SOUND', 'FILM', 'TEXT']);
export type SourceForm = z.infer<typeof SourceForm>;

export const DocumentVersion = z.object({
  version: z.number().int(),
  reason: VersionReason,
  /** The name of the user who created it; null where the server did. */
  madeBy: z.string().nullable(),
  madeAt: Timestamp,
  size: z.number().int(),
  pages: z.number().int().nullable(),
  characters: z.number().int(),
  metadata: z.record(z.string(), z.string()),
  /** The chunks of this version that were written by hand. */
  chunks: z.array(z.object({ ordinal: z.number().int(), heading: z.string().nullable(), text: z.string() })),
  /** True for the version that is displayed and searched. */
  isShown: z.boolean(),
  /** True for the newest version, which cannot be deleted. */
  isCurrent: z.boolean(),
});
export type DocumentVersion = z.infer<typeof DocumentVersion>;
