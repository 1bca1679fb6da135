import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { anyFile } from '../../kernel/raw-replies.ts';
import { Done, lookupId, requiredText, tenantQuery, text } from '../../kernel/shapes.ts';
import {
  Chunk,
  DocumentCategories,
  DocumentLanguage,
  DocumentState,
  DocumentType,
  DocumentVersion,
  KnowledgeImport,
  SummaryKind,
  SummaryState,
} from '../bases/import-shapes.ts';
import { LineCorrection, NameCorrection } from './corrections.ts';
import { documentErrors } from './document-errors.ts';
import { EncodingName } from './encodings.ts';

/** Longest document, in characters, that can be edited in the browser; a longer one is replaced by a new file. */
export const longestEditedText = 500_000;
/** Longest chunk, in characters, that can be written by hand. */
export const longestChunk = 20_000;

const document = { knowledgeBaseImportId: lookupId };
const importParams = z.object({ knowledgeBaseImportId: lookupId });
const versionNumber = z.coerce.number().int().min(1).max(1_000_000);
const versionParams = importParams.extend({ version: versionNumber });
const many = z.array(lookupId).min(1, 'Please choose at least one document').max(1000);

const metadataName = requiredText(60, 'Please enter a name');

/** Metadata that users can change; fields that are left out stay unchanged. */
export const DocumentChange = z.object({
  documentType: DocumentType.nullable().optional(),
  language: DocumentLanguage.nullable().optional(),
  categories: DocumentCategories.optional(),
  /** Merged into the stored metadata; an empty value deletes the key. */
  metadata: z
    .record(metadataName, text(1000))
    .refine((fields) => Object.keys(fields).length <= 50, 'Please enter at most 50 details')
    .optional(),
  summary: text(20_000).optional(),
});
export type DocumentChange = z.infer<typeof DocumentChange>;

/** One piece of a comparison of two texts: present in both, or only in one of them. */
export const DifferencePiece = z.object({
  kind: z.enum(['same', 'added', 'removed']),
  text: z.string(),
});
export type DifferencePiece = z.infer<typeof DifferencePiece>;

export const DocumentSummary = z.object({
  knowledgeBaseImportId: z.string(),
  summary: z.string().nullable(),
  /** EXTRACTIVE: sentences of the document; WRITTEN: by a language model; EDITED: by a user. */
  kind: SummaryKind.nullable(),
  state: SummaryState,
  error: z.string().nullable(),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

const chunkText = requiredText(longestChunk, 'Please enter the text of the chunk');

/** A document after its import: text, chunks, versions, metadata, summary. */
export const documents = defineContract({
  name: 'documents',
  alsoFails: ['billing.plan_limit', 'knowledge.import_not_found', 'models.upstream_unavailable'],
  errors: documentErrors,
  endpoints: {
    viewExtracted: {
      method: 'POST',
      path: '/api/content/view-extracted-data',
      summary: "Read a document's text for editing (IMPORT-47)",
      access: { allow: 'knowledge:read' },
      unaudited: 'it only reads',
      body: z.object({ ...document, version: versionNumber.optional() }),
      reply: z.object({
        ...document,
        version: z.number().int(),
        text: z.string(),
        metadata: z.record(z.string(), z.string()),
      }),
    },
    editContent: {
      method: 'POST',
      path: '/api/import/edit-import-content',
      summary: 'Replace the text of a document, based on the version that was read (IMPORT-59)',
      access: { allow: 'knowledge:write' },
      largeBody: { bytes: 2 * 1024 * 1024, why: 'the text of a whole document' },
      body: z.object({
        ...document,
        version: versionNumber,
        text: requiredText(longestEditedText, 'Please enter the text of the document'),
      }),
      reply: KnowledgeImport,
    },
    chooseEncoding: {
      method: 'PUT',
      path: '/api/import/v2/import/:knowledgeBaseImportId/encoding',
      summary: 'Read a text file again with the encoding of its characters that a user names',
      access: { allow: 'knowledge:write' },
      params: importParams,
      body: z.object({ encoding: EncodingName }),
      reply: KnowledgeImport,
    },
    correctLines: {
      method: 'POST',
      path: '/api/import/v2/import/:knowledgeBaseImportId/corrections',
      summary: 'Correct cells, values and names of columns in the text that was read from a document',
      access: { allow: 'knowledge:write' },
      params: importParams,
      body: z.object({
        version: versionNumber,
        corrections: z
          .array(z.union([LineCorrection, NameCorrection]))
          .min(1)
          .max(100),
      }),
      reply: KnowledgeImport,
    },
    listVersions: {
      method: 'GET',
      path: '/api/import/v2/import/:knowledgeBaseImportId/versions',
      summary: 'List the versions of a document, newest first',
      access: { allow: 'knowledge:read' },
      params: importParams,
      reply: z.object({ items: z.array(DocumentVersion) }),
    },
    compareVersions: {
      method: 'GET',
      path: '/api/import/v2/import/:knowledgeBaseImportId/versions-compared',
      summary: 'Compare two versions of a document',
      access: { allow: 'knowledge:read' },
      rate: 'chat',
      params: importParams,
      query: z.object({ from: versionNumber, to: versionNumber }),
      reply: z.object({
        from: z.number().int(),
        to: z.number().int(),
        /** Null when the two versions have too little in common to be compared. */
        pieces: z.array(DifferencePiece).nullable(),
      }),
    },
    downloadVersion: {
      method: 'GET',
      path: '/api/import/v2/import/:knowledgeBaseImportId/versions/:version/file',
      summary: 'Read the file of a version',
      access: { allow: 'knowledge:read' },
      params: versionParams,
      raw: true,
      sends: anyFile,
    },
    revertVersion: {
      method: 'PUT',
      path: '/api/content/revert-import-version',
      summary: 'Create a new version from an earlier one (IMPORT-45, IMPORT-49)',
      access: { allow: 'knowledge:write' },
      body: z.object({ ...document, version: versionNumber }),
      reply: KnowledgeImport,
    },
    deleteVersion: {
      method: 'DELETE',
      path: '/api/import/v2/import/:knowledgeBaseImportId/versions/:version',
      summary: 'Delete a version with its text and file (IMPORT-43, IMPORT-44)',
      access: { allow: 'knowledge:write' },
      params: versionParams,
      reply: Done,
    },
    addChunk: {
      method: 'POST',
      path: '/api/import/v2/knowledge-base-import/chunk',
      summary: 'Add a chunk to a document (CHUNK-04)',
      access: { allow: 'knowledge:write' },
      body: z.object({
        ...document,
        text: chunkText,
        heading: text(300).nullable().default(null),
        /** The chunk after which the new one is inserted; without it, the new chunk becomes the last one. */
        afterChunkId: lookupId.optional(),
      }),
      reply: Chunk,
    },
    editChunk: {
      method: 'PATCH',
      path: '/api/import/v2/knowledge-base-import/chunk',
      summary: 'Change a chunk; only this chunk is embedded and indexed again (CHUNK-05)',
      access: { allow: 'knowledge:write' },
      largeBody: { bytes: 512 * 1024, why: 'a chunk, and its previous text' },
      body: z.object({
        chunkId: lookupId,
        text: chunkText,
        heading: text(300).nullable().optional(),
        /** The text that the user started from. If the stored text differs by now, nothing is written. */
        was: z.string().max(100_000).optional(),
      }),
      reply: Chunk,
    },
    removeChunk: {
      method: 'DELETE',
      path: '/api/import/v2/knowledge-base-import/chunk',
      summary: 'Remove a chunk from a document (CHUNK-06)',
      access: { allow: 'knowledge:write' },
      body: z.object({ chunkId: lookupId }),
      reply: Done,
    },
    changeMetadata: {
      method: 'PATCH',
      path: '/api/import/v2/knowledge-base-import',
      summary: 'Change type, language, categories, metadata and summary of documents (IMPORT-60)',
      access: { allow: 'knowledge:write' },
      body: DocumentChange.extend({ ids: many }),
      reply: z.object({ imports: z.array(KnowledgeImport) }),
    },
    setState: {
      method: 'PUT',
      path: '/api/import/v2/knowledge-base-import/status',
      summary: 'Enable or disable documents (IMPORT-42)',
      access: { allow: 'knowledge:write' },
      body: z.object({ ids: many, state: DocumentState }),
      reply: z.object({ imports: z.array(KnowledgeImport) }),
    },
    summarize: {
      method: 'POST',
      path: '/api/content/summarize-doc',
      summary: 'Summarize a document and return the summary (IMPORT-48)',
      access: { allow: 'knowledge:write' },
      rate: 'chat',
      unaudited: 'it changes nothing, and the ledger records its cost',
      body: z.object(document),
      reply: z.object({ ...document, summary: z.string(), kind: SummaryKind }),
    },
    summarizeAndSave: {
      method: 'POST',
      path: '/api/import/summarize-doc-and-save-to-db',
      summary: 'Order a summary that is stored with the document (IMPORT-58)',
      access: { allow: 'knowledge:write' },
      rate: 'chat',
      body: z.object(document),
      reply: DocumentSummary,
    },
    readSummary: {
      method: 'GET',
      path: '/api/content/summarised-import',
      summary: 'Read the summary of a document (IMPORT-46)',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, ...document }),
      reply: DocumentSummary,
    },
  },
});
