import { sources } from '@atelier/contracts/content/sources/sources';
import { answered, defineRoutes } from '../../../kernel/module/module.ts';
import { seesKnowledgeBaseAsBefore } from '../documents/index.ts';
import { listConnectors } from './catalogue.ts';
import { estimateImport } from './service/estimate.ts';
import { listOptions, testSource } from './service/open-input.ts';
import { getSource, listSources, reportSource } from './service/reads.ts';
import { receiveMessage, setHook } from './service/receive.ts';
import { cancelSync, retrySync, startSync, syncKnowledgeBase } from './service/start-sync.ts';
import { watchSources } from './service/watch-sources.ts';
import { createSource, removeSource, updateSource } from './service/write-source.ts';

export const sourcesRoutes = defineRoutes(sources, {
  connectors: async () => ({ connectors: listConnectors() }),
  test: async (ctx, { body }, { signal }) => ({ message: await testSource(ctx, body, signal) }),
  options: async (ctx, { body }, { signal }) => ({ options: await listOptions(ctx, body, signal) }),
  estimate: (ctx, { body }, { signal }) => estimateImport(ctx, body, signal),
  init: (ctx, { body }) => createSource(ctx, body),
  import: (ctx, { body }) => startSync(ctx, body.sourceId),
  createImport: (ctx, { body }) => createSource(ctx, body),
  importByApi: (ctx, { body }) => createSource(ctx, { ...body, type: 'API' }),
  importKnowledgeBase: async (ctx, { body }) => ({
    sources: await syncKnowledgeBase(ctx, body.knowledgeBaseId),
  }),
  list: (ctx, { params, query }) => listSources(ctx, params.id, query),
  events: async (ctx, { query }, exchange) => {
    const { signal } = exchange;
    exchange.holdStream(ctx.tenantId, (asker) =>
      seesKnowledgeBaseAsBefore(ctx, asker, query.knowledgeBaseId),
    );
    let close: () => void = () => {};
    await watchSources(ctx, query.knowledgeBaseId, () => {
      const sink = exchange.openEvents();
      close = () => sink.close();
      return {
        signal,
        sendSource: (source) => sink.send('source', source),
        sendRemoved: (sourceId) => sink.send('removed', { sourceId }),
      };
    }).finally(() => close());
    return answered;
  },
  get: (ctx, { params }) => getSource(ctx, params.sourceId),
  update: (ctx, { params, body }) => updateSource(ctx, params.sourceId, body),
  remove: (ctx, { params, query }) => removeSource(ctx, params.sourceId, query),
  sync: (ctx, { params, body }) => startSync(ctx, params.sourceId, body),
  cancel: (ctx, { params }) => cancelSync(ctx, params.sourceId),
  retry: (ctx, { params }) => retrySync(ctx, params.sourceId),
  report: (ctx, { params, query }) => reportSource(ctx, params.sourceId, query),
  hook: (ctx, { params, body }, { origin }) => setHook(ctx, params.sourceId, { ...body, origin }),
  receive: async (anonymous, { params }, exchange) => {
    const type = exchange.headers['content-type'] ?? '';
    const responseData = await receiveMessage(anonymous, params.token, {
      bytes: exchange.bytes(),
      type,
      encoding: exchange.headers['content-encoding'],
    });
    const { requestId } = anonymous;
    return exchange.sendRaw({
      status: 202,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ success: true, responseCode: 202, responseData, requestId }),
    });
  },
});
