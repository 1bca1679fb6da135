import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { answered, defineRoutes, done } from '../../../kernel/module/module.ts';
import { downloadDocument, listChunks, readSource } from './reading/service/read-document.ts';
import { acceptedFiles } from './service/accepted-files.ts';
import { importFiles } from './service/import-files.ts';
import { getImports, listImports } from './service/read-imports.ts';
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
