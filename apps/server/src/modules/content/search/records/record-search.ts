import type {
  RetrievalReply,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SearchedBases } from '../search-plan.ts';
import type { Forgetting } from './forgetting.ts';
import { retrievalHistoryRepository } from './repository.ts';

interface Finished {
  request: { query: string; appId?: string; isTest?: boolean; isRecorded?: boolean };
  settings: RetrievalSettings;
  searched: SearchedBases;
  reply: RetrievalReply;
  forgetting: Forgetting;
}

/**
 * Records a search in the history of each knowledge base that it covered. Only tests of the retrieval screen and questions that somebody
 * asked an app are recorded, but not those of tests and trials of the product itself.
 */
export const recordSearch = async (
  tx: TxCtx,
  { request, settings, searched, reply, forgetting }: Finished,
): Promise<void> => {
  if (searched.bases.length === 0 || (request.isTest !== true && request.isRecorded !== true)) return;
  const user = 'userId' in tx.actor ? tx.actor : undefined;
  const rows = searched.bases.map(({ base }) => ({
    id: newId('rtv'),
    knowledgeBaseId: base.id,
    origin: request.isTest === true ? ('TEST' as const) : ('CHAT' as const),
    appId: request.appId ?? null,
    query: request.query,
    settings,
    mode: reply.mode,
    note: reply.note,
    results: reply.results
      .filter(({ document }) => document.knowledgeBaseId === base.id)
      .map(({ chunkId, document, score, stages }) => ({
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
  }));
  const due = searched.bases.filter(({ base }) => forgetting.isDue(base.id));
  await retrievalHistoryRepository.remember(tx.db, rows, { forgets: due.length > 0 });
};
