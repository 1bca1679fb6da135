import type {
  RetrievalReply,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SearchGround } from '../search-plan.ts';
import { retrievalRepository } from './repository.ts';

interface Finished {
  asked: { query: string; appId?: string; isTest?: boolean };
  settings: RetrievalSettings;
  ground: SearchGround;
  reply: RetrievalReply;
}

/** Remembers a search in each knowledge base that it asked: tests of the retrieval screen, and what chats ask. */
export const recordRetrieval = async (
  tx: TxCtx,
  { asked, settings, ground, reply }: Finished,
): Promise<void> => {
  if (asked.isTest !== true && asked.appId === undefined) return;
  const user = 'userId' in tx.actor ? tx.actor : undefined;
  for (const { base } of ground.bases) {
    const found = reply.results.filter(({ document }) => document.knowledgeBaseId === base.id);
    await retrievalRepository.remember(tx.db, {
      id: newId('rtv'),
      knowledgeBaseId: base.id,
      origin: asked.isTest === true ? 'TEST' : 'CHAT',
      appId: asked.appId ?? null,
      query: asked.query,
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
