import type {
  RetrievalReply,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SearchedBases } from '../search-plan.ts';
import { retrievalRepository } from './repository.ts';

interface Finished {
  request: { query: string; appId?: string; isTest?: boolean };
  settings: RetrievalSettings;
  searched: SearchedBases;
  reply: RetrievalReply;
}

/**
 * Records a search in the history of each knowledge base that it covered. Only tests of the retrieval screen and searches
 * of chats are recorded.
 */
export const recordRetrieval = async (
  tx: TxCtx,
  { request, settings, searched, reply }: Finished,
): Promise<void> => {
  if (request.isTest !== true && request.appId === undefined) return;
  const user = 'userId' in tx.actor ? tx.actor : undefined;
  for (const { base } of searched.bases) {
    const found = reply.results.filter(({ document }) => document.knowledgeBaseId === base.id);
    await retrievalRepository.remember(tx.db, {
      id: newId('rtv'),
      knowledgeBaseId: base.id,
      origin: request.isTest === true ? 'TEST' : 'CHAT',
      appId: request.appId ?? null,
      query: request.query,
      settings,
      mode: reply.mode,
      note: reply.note,
      results: found.map(({ chunkId, document, score, stages }) => ({
        chunkId,
        knowledgeBaseImportId: document.knowledgeBaseImportId,
        documentName: document.name,
        heading: document.heading ?? null,
        score,
        stages,
      })),
      timings: reply.timings,
      userId: user?.userId ?? null,
      userName: user?.name ?? null,
    });
  }
};
