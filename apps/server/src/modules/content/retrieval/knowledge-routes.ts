import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { answered, defineRoutes } from '../../../kernel/module/module.ts';
import {
  createKnowledgeBase,
  getImports,
  getKnowledgeBase,
  listImports,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '../bases/index.ts';
import {
  acceptedFiles,
  cancelImport,
  downloadDocument,
  importFiles,
  listChunks,
  readSource,
  removeImports,
  removeKnowledgeBase,
  retryImport,
  seesKnowledgeBaseAsBefore,
  watchImports,
} from '../documents/index.ts';
import { testRetrieval } from '../search/index.ts';

const idsOf = (list: string): string[] =>
  list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

export const knowledgeRoutes = defineRoutes(knowledge, {
  create: (ctx, { body }) => createKnowledgeBase(ctx, body),
  list: (ctx, { query }) => listKnowledgeBases(ctx, query),
  get: (ctx, { params }) => getKnowledgeBase(ctx, params.id),
  update: (ctx, { params, body }) => updateKnowledgeBase(ctx, params.id, body),
  remove: async (ctx, { params, query }) => {
    await removeKnowledgeBase(ctx, params.id, query);
    return { done: true as const };
  },
  acceptedFiles: (ctx) => acceptedFiles(ctx),
  importFile: async (ctx, _request, exchange) => ({ imports: await importFiles(ctx, exchange.parts()) }),
  uploadFile: async (ctx, _request, exchange) => ({ imports: await importFiles(ctx, exchange.parts()) }),
  listImports: (ctx, { params, query }) => listImports(ctx, params.id, query),
  getImports: async (ctx, { query }) => ({ imports: await getImports(ctx, idsOf(query.kbImportIds)) }),
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
  retrievalTest: (ctx, { body }, exchange) => testRetrieval(ctx, body, exchange.signal),
});
