import type {
  RetrievalReply,
  RetrievalSettings,
} from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { LRUCache } from 'lru-cache';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Page, PageOrder } from '../../../../kernel/db/paging.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { SearchedBases } from '../search-plan.ts';
import { type HistoryFilter, retrievalHistoryRepository } from './repository.ts';
import type { RetrievalHistoryRow } from './tables.ts';

/** The number of searches of a knowledge base after which its oldest ones are deleted. Finding them reads the whole history. */
export const forgetsEvery = 25;
const mostBases = 5000;

/** Counts the searches of each knowledge base in this process since its oldest ones were deleted. */
export class Forgetting {
  readonly #since = new LRUCache<string, number>({ max: mostBases });

  /** Counts a search. Returns true for the first one of a knowledge base in this process, and then for every 25th. */
  isDue(knowledgeBaseId: string): boolean {
    const since = ((this.#since.get(knowledgeBaseId) ?? forgetsEvery - 1) + 1) % forgetsEvery;
    this.#since.set(knowledgeBaseId, since);
    return since === 0;
  }
}

export const forgetting = defineService({ name: 'search.forgetting', create: () => new Forgetting() });

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

/** Lists the recorded searches that fit, in pages. */
export const listSearches = (
  { db }: TxCtx,
  filter: HistoryFilter,
  page: PageOrder<string>,
): Promise<Page<RetrievalHistoryRow>> => retrievalHistoryRepository.listHistory(db, filter, page);
