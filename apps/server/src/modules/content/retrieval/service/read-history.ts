import type { RetrievalOrigin } from '@atelier/contracts/content/retrieval/retrieval-records';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { closePage } from '../../../../kernel/db/paging.ts';
import { getKnowledgeBaseRow, visibleKnowledge } from '../../bases/index.ts';
import { retrievalRepository } from '../../search/index.ts';
import { presentRecord } from '../present.ts';

interface HistoryQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  knowledgeBaseId?: string | undefined;
  origin?: RetrievalOrigin | undefined;
  sort: '-1' | '1';
}

/**
 * Searches of the knowledge bases that whoever acts may see (RETRIEVE-10). Who only uses knowledge sees what they tried
 * themselves; the questions of other people and of chats are for those who build. Throws `knowledge.not_found`.
 */
export const listRetrievals = (ctx: AnyCtx, query: HistoryQuery) =>
  ctx.tx(async (tx) => {
    const { knowledgeBaseId, origin, search, sort, limit, cursor } = query;
    if (knowledgeBaseId !== undefined) await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const own = 'userId' in tx.actor ? tx.actor.userId : '';
    const filter = {
      search,
      knowledgeBaseId,
      origin,
      userId: tx.may('knowledge:write') ? undefined : own,
      visible: visibleKnowledge(tx),
    };
    const order = { sort: 'createdAt', order: sort === '1' ? ('asc' as const) : ('desc' as const) };
    const page = await retrievalRepository.listHistory(tx.db, filter, { ...order, limit, cursor });
    const { rows, nextCursor, total } = closePage(page, limit);
    return { items: rows.map(presentRecord), nextCursor, total };
  });

/** What the documents of a knowledge base can be told apart by. Throws `knowledge.not_found`. */
export const listFilterValues = (ctx: AnyCtx, knowledgeBaseId: string) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    return retrievalRepository.listFilterValues(tx.db, knowledgeBaseId);
  });
