import type { RetrievalOrigin } from '@atelier/contracts/content/retrieval/retrieval-records';
import type { AnyColumn } from 'drizzle-orm';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { visibleKnowledge } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow, knowledgeBaseNames } from '../../bases/index.ts';
import { listSearches } from '../../search/index.ts';
import { presentRecord } from '../present.ts';
import { retrievalRepository } from '../repository.ts';

interface HistoryQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  knowledgeBaseId?: string | undefined;
  origin?: RetrievalOrigin | undefined;
  sort: '-1' | '1';
}

/**
 * Lists recorded searches of the knowledge bases that the actor may see (RETRIEVE-10). Users who may not write knowledge
 * see only their own tests; the questions of other users and of chats are visible to builders. Throws
 * `knowledge.not_found`.
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
      visible: (id: AnyColumn) => visibleKnowledge.through(tx, id),
    };
    const order = { sort: 'createdAt', order: sort === '1' ? ('asc' as const) : ('desc' as const) };
    const { rows, nextCursor, total } = await listSearches(tx, filter, { ...order, limit, cursor });
    const ids = [...new Set(rows.map((row) => row.knowledgeBaseId))];
    const names = await knowledgeBaseNames.find(tx, ids);
    const items = rows.map((row) => presentRecord(row, names.get(row.knowledgeBaseId) ?? ''));
    return { items, nextCursor, total };
  });

/** Lists the values by which the documents of a knowledge base can be filtered. Throws `knowledge.not_found`. */
export const listFilterValues = (ctx: AnyCtx, knowledgeBaseId: string) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    return retrievalRepository.listFilterValues(tx.db, knowledgeBaseId);
  });
