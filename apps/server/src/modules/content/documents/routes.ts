import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { answered, defineRoutes, done } from '../../../kernel/module/module.ts';
import { changeDocuments, setDocumentState } from './editing/service/change-documents.ts';
import { chooseEncoding } from './editing/service/choose-encoding.ts';
import { correctLines } from './editing/service/correct-lines.ts';
import { editContent, viewExtracted } from './editing/service/edit-content.ts';
import {
  compareVersions,
  deleteVersion,
  downloadVersion,
  listVersions,
  revertVersion,
} from './editing/service/versions.ts';
import { addChunk, editChunk, removeChunk } from './editing/service/write-chunk.ts';
import { orderSummary, readSummary } from './editing/summary/order-summary.ts';
import { writeSummary } from './editing/summary/write-summary.ts';
import { downloadDocument, listChunks, readSource } from './reading/service/read-document.ts';
import { importFiles } from './service/import-files.ts';
import { acceptedFiles, getImports, listImports } from './service/read-imports.ts';
import { removeImports, removeKnowledgeBase } from './service/remove-imports.ts';
import { cancelImport, retryImport } from './service/retry-import.ts';
import { seesKnowledgeBaseAsBefore, watchImports } from './service/watch-imports.ts';

const splitIds = (list: string): string[] =>
  list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

export const importRoutes = defineRoutes(documentImports, {
  acceptedFiles: (ctx) => acceptedFiles(ctx),
  importFile: async (ctx, _request, exchange) => ({ imports: await importFiles(ctx, exchange.parts()) }),
  uploadFile: async (ctx, _request, exchange) => ({ imports: await importFiles(ctx, exchange.parts()) }),
  listImports: (ctx, { params, query }) => listImports(ctx, params.id, query),
  getImports: async (ctx, { query }) => ({ imports: await getImports(ctx, splitIds(query.kbImportIds)) }),
  events: async (ctx, { query }, exchange) => {
    const { signal } = exchange;
    exchange.holdStream(ctx.tenantId, (asker) =>
      seesKnowledgeBaseAsBefore(ctx, asker, query.knowledgeBaseId),
    );
    let close: () => void = () => {};
    await watchImports(ctx, query.knowledgeBaseId, () => {
      const sink = exchange.openEvents();
      close = () => sink.close();
      return {
        signal,
        sendImport: (row) => sink.send('import', row),
        sendRemoved: (knowledgeBaseImportId) => sink.send('removed', { knowledgeBaseImportId }),
        sendBalance: (balance) => sink.send('balance', balance),
      };
    }).finally(() => close());
    return answered;
  },
  cancelImport: (ctx, { params }) => cancelImport(ctx, params.knowledgeBaseImportId),
  retryImport: (ctx, { params }) => retryImport(ctx, params.knowledgeBaseImportId),
  removeImports: async (ctx, { body }) => ({ removed: await removeImports(ctx, body.ids) }),
  listChunks: (ctx, { params, query }) => listChunks(ctx, params.knowledgeBaseImportId, query),
  readSource: (ctx, { params, query }) =>
    readSource(ctx, { importId: params.knowledgeBaseImportId, ...query }),
  download: async (ctx, { params }, exchange) =>
    exchange.sendRaw(await downloadDocument(ctx, params.knowledgeBaseImportId)),
});

export const removalRoutes = defineRoutes(baseRemoval, {
  remove: async (ctx, { params, query }) => {
    await removeKnowledgeBase(ctx, params.id, query);
    return done;
  },
  removeBase: async (ctx, { body: { knowledgeBaseId, force } }) => {
    await removeKnowledgeBase(ctx, knowledgeBaseId, { force });
    return done;
  },
});

export const documentsRoutes = defineRoutes(documents, {
  viewExtracted: (ctx, { body }) => viewExtracted(ctx, body.knowledgeBaseImportId, body.version),
  editContent: (ctx, { body: { knowledgeBaseImportId: importId, version, text } }) =>
    editContent(ctx, { importId, version, text }),
  chooseEncoding: (ctx, { params, body }) => chooseEncoding(ctx, params.knowledgeBaseImportId, body.encoding),
  correctLines: (ctx, { params, body }) =>
    correctLines(ctx, { importId: params.knowledgeBaseImportId, ...body }),
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
