import { documents } from '@atelier/contracts/content/documents/documents';
import { defineRoutes, done } from '../../../../kernel/module/module.ts';
import { changeDocuments, setDocumentState } from './service/change-documents.ts';
import { editContent, viewExtracted } from './service/edit-content.ts';
import {
  compareVersions,
  deleteVersion,
  downloadVersion,
  listVersions,
  revertVersion,
} from './service/versions.ts';
import { addChunk, editChunk, removeChunk } from './service/write-chunk.ts';
import { orderSummary, readSummary } from './summary/order-summary.ts';
import { writeSummary } from './summary/write-summary.ts';

export const documentsRoutes = defineRoutes(documents, {
  viewExtracted: (ctx, { body }) => viewExtracted(ctx, body.knowledgeBaseImportId, body.version),
  editContent: (ctx, { body: { knowledgeBaseImportId: importId, version, text } }) =>
    editContent(ctx, { importId, version, text }),
  listVersions: async (ctx, { params }) => ({ items: await listVersions(ctx, params.knowledgeBaseImportId) }),
  compareVersions: (ctx, { params, query }, { signal }) =>
    compareVersions(ctx, { importId: params.knowledgeBaseImportId, ...query }, signal),
  downloadVersion: async (ctx, { params }, exchange) =>
    exchange.sendRaw(await downloadVersion(ctx, params.knowledgeBaseImportId, params.version)),
  revertVersion: (ctx, { body }) => revertVersion(ctx, body.knowledgeBaseImportId, body.version),
  deleteVersion: async (ctx, { params }) => {
    await deleteVersion(ctx, params.knowledgeBaseImportId, params.version);
    return done;
  },
  addChunk: (ctx, { body: { knowledgeBaseImportId: importId, text, heading, afterChunkId } }) =>
    addChunk(ctx, { importId, text, heading, afterChunkId }),
  editChunk: (ctx, { body }) => editChunk(ctx, body),
  removeChunk: async (ctx, { body }) => {
    await removeChunk(ctx, body.chunkId);
    return done;
  },
  changeMetadata: async (ctx, { body: { ids, ...change } }) => ({
    imports: await changeDocuments(ctx, ids, change),
  }),
  setState: async (ctx, { body }) => ({ imports: await setDocumentState(ctx, body.ids, body.state) }),
  summarize: async (ctx, { body: { knowledgeBaseImportId } }, exchange) => ({
    knowledgeBaseImportId,
    ...(await writeSummary(ctx, knowledgeBaseImportId, exchange.signal)),
  }),
  summarizeAndSave: (ctx, { body }) => orderSummary(ctx, body.knowledgeBaseImportId),
  readSummary: (ctx, { query }) => readSummary(ctx, query.knowledgeBaseImportId),
});
