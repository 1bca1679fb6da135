import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { anyFile, fileBytes } from '../../kernel/raw-replies.ts';
import { lookupId, pageQuery, pageSchemaFor, tenantQuery } from '../../kernel/shapes.ts';
import {
  Chunk,
  DocumentLanguage,
  DocumentSection,
  DocumentType,
  DocumentVersion,
  ImportBalance,
  ImportEvents,
  ImportStatusFilter,
  ImportType,
  KnowledgeImport,
  SourceForm,
} from '../bases/import-shapes.ts';

/** The labels apply to the files that follow them. */
const ImportForm = z.object({
  ...tenantQuery,
  knowledgeBaseId: lookupId,
  documentType: DocumentType.optional(),
  language: DocumentLanguage.optional(),
  category: z.array(z.string()).optional(),
  files: z.array(fileBytes),
});

const importParams = z.object({ knowledgeBaseImportId: lookupId });

/** Uploads, the list of documents with the progress of their imports, and what was read out of each. */
export const documentImports = defineContract({
  name: 'documentImports',
  alsoFails: ['billing.plan_limit', 'knowledge.not_found', 'models.upstream_unavailable'],
  errors: {
    'knowledge.import_not_found': { kind: 'not_found', message: 'This document does not exist.' },
    'knowledge.no_files': { kind: 'invalid', message: 'Please choose at least one file.' },
    'knowledge.knowledge_base_missing': {
      kind: 'invalid',
      message: 'Please name the knowledge base (knowledgeBaseId) before the files.',
    },
    'knowledge.transcription_unavailable': {
      kind: 'precondition',
      message:
        'Audio and video need a transcription model, and there is none. Please add one under Models, or leave these files out.',
    },
    'knowledge.labels_invalid': {
      kind: 'invalid',
      message: 'The labels of these files are not valid. Please choose type, language and categories again.',
    },
    'knowledge.file_too_large': {
      kind: 'too_large',
      message: 'This file is larger than the limit. Please split it or ask your operator to raise the limit.',
    },
    'knowledge.file_unreadable': {
      kind: 'unsupported',
      message: 'Files of this type cannot be read. Please save it in a supported type, such as PDF.',
    },
    'knowledge.too_many_files': { kind: 'invalid', message: 'Please send at most 1,000 files at once.' },
    'knowledge.not_retryable': {
      kind: 'conflict',
      message: 'Only a failed or cancelled import can be retried.',
    },
    'knowledge.not_cancellable': { kind: 'conflict', message: 'This import has finished already.' },
    'knowledge.dimensions_changed': {
      kind: 'precondition',
      message:
        'The embedding model now returns vectors of a different size. Please create a new knowledge base for it.',
    },
  },
  endpoints: {
    acceptedFiles: {
      method: 'GET',
      path: '/api/import/accepted-files',
      summary:
        'Read which files can be uploaded: extensions with their dot, the largest size in bytes, and what to do about files of other known types, by their extension',
      access: { allow: 'knowledge:read' },
      reply: z.object({
        endings: z.array(z.string()),
        maxBytes: z.number().int(),
        refusals: z.record(z.string(), z.string()).optional(),
      }),
    },
    importFile: {
      method: 'POST',
      path: '/api/import/import-file',
      summary:
        'Upload documents after the fields knowledgeBaseId, documentType, language and category; replies when the bytes are stored (IMPORT-57)',
      access: { allow: 'knowledge:write' },
      multipart: true,
      form: ImportForm,
      reply: z.object({ imports: z.array(KnowledgeImport) }),
    },
    uploadFile: {
      method: 'POST',
      path: '/api/content/upload-file',
      summary: 'Upload documents, by its other name (IMPORT-50)',
      access: { allow: 'knowledge:write' },
      multipart: true,
      form: ImportForm,
      reply: z.object({ imports: z.array(KnowledgeImport) }),
    },
    listImports: {
      method: 'GET',
      path: '/api/import/knowledge-base/:id/imports',
      summary: 'List the documents of a knowledge base',
      access: { allow: 'knowledge:read' },
      params: z.object({ id: lookupId }),
      query: z.object({
        ...pageQuery,
        /** IN-QUEUE is shown as Processing and covers IN-PROGRESS (IMPORT-04, IMPORT-13). */
        status: ImportStatusFilter.optional(),
        /** Keeps only the documents of one source or one kind of source; uploads are of the kind FILE. */
        sourceId: lookupId.optional(),
        type: ImportType.optional(),
        documentType: DocumentType.optional(),
        language: DocumentLanguage.optional(),
        category: z.string().trim().min(1).max(50).optional(),
        sort: z.enum(['name', 'createdAt', 'size', 'chunkCount']).default('createdAt'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(KnowledgeImport).extend({ balance: ImportBalance }),
    },
    getImports: {
      method: 'GET',
      path: '/api/import/v2/import',
      summary: 'Read imports by ids (IMPORT-51)',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, kbImportIds: z.string().min(1).max(120_000) }),
      reply: z.object({ imports: z.array(KnowledgeImport) }),
    },
    events: {
      method: 'GET',
      path: '/api/import/events',
      summary: 'Stream the changes of the documents of a knowledge base',
      access: { allow: 'knowledge:read' },
      query: z.object({ ...tenantQuery, knowledgeBaseId: lookupId }),
      events: ImportEvents,
    },
    cancelImport: {
      method: 'POST',
      path: '/api/import/v2/import/:knowledgeBaseImportId/cancel',
      summary: 'Cancel an import',
      access: { allow: 'knowledge:write' },
      params: importParams,
      reply: KnowledgeImport,
    },
    retryImport: {
      method: 'POST',
      path: '/api/import/v2/import/:knowledgeBaseImportId/retry',
      summary: 'Retry a failed or cancelled import',
      access: { allow: 'knowledge:write' },
      params: importParams,
      reply: KnowledgeImport,
    },
    removeImports: {
      method: 'DELETE',
      path: '/api/content/knowledge-base-import',
      summary: 'Delete documents with chunks, index and files (KB-31)',
      access: { allow: 'knowledge:write' },
      body: z.object({ ids: z.array(lookupId).min(1).max(1000) }),
      reply: z.object({ removed: z.number().int() }),
    },
    listChunks: {
      method: 'GET',
      path: '/api/import/v2/review-data/:knowledgeBaseImportId',
      summary: 'List the chunks of a document for review (IMPORT-61)',
      access: { allow: 'knowledge:read' },
      params: importParams,
      query: z.object({ ...pageQuery, ...tenantQuery }),
      reply: pageSchemaFor(Chunk).extend({
        import: KnowledgeImport,
        summary: z.string().nullable(),
        versions: z.array(DocumentVersion),
      }),
    },
    readSource: {
      method: 'GET',
      path: '/api/import/v2/source/:knowledgeBaseImportId',
      summary: "Read a document's text around an offset",
      access: { allow: 'knowledge:read' },
      params: importParams,
      query: z.object({
        at: z.coerce.number().int().min(0).default(0),
        sections: z.coerce.number().int().min(1).max(20).default(3),
      }),
      reply: z.object({
        name: z.string(),
        type: z.string(),
        sections: z.array(DocumentSection),
        sectionCount: z.number().int(),
        form: SourceForm,
      }),
    },
    download: {
      method: 'GET',
      path: '/api/import/v2/download/:knowledgeBaseImportId',
      summary: 'Read the file as it was uploaded',
      access: { allow: 'knowledge:read' },
      params: importParams,
      raw: true,
      sends: anyFile,
    },
  },
});
