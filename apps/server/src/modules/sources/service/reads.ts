import type { ImportType, Source } from '@atelier/contracts';
import type { AnyCtx, TxCtx } from '../../../kernel/context.ts';
import { closePage, type PageOrder } from '../../../kernel/db/paging.ts';
import { fail } from '../../../kernel/errors.ts';
import { visibleTo } from '../../access/index.ts';
import { countDocumentsOfSources, getKnowledgeBase } from '../../knowledge/index.ts';
import { presentReportItem, presentSource } from '../present.ts';
import { itemRepository } from '../repository/items.ts';
import { type SourceSort, type SourceWithRun, sourceRepository } from '../repository/sources.ts';
import { sources } from '../tables.ts';

/** Sources of the knowledge bases that whoever acts may see. */
const visibleSources = (ctx: AnyCtx) => visibleTo(ctx, sources.knowledgeBaseId, 'all');

/** One that whoever acts may see. Throws `sources.source_not_found`. */
export const getSourceRow = async (tx: TxCtx, id: string): Promise<SourceWithRun> =>
  (await sourceRepository.find(tx.db, id, visibleSources(tx))) ?? fail('sources.source_not_found');

/** Like `getSourceRow`; nobody else changes it until the transaction ends. Throws `sources.source_not_found`. */
export const lockSourceRow = async (tx: TxCtx, id: string): Promise<SourceWithRun> =>
  (await sourceRepository.lock(tx.db, id, visibleSources(tx))) ?? fail('sources.source_not_found');

export const presentSources = async (tx: TxCtx, rows: readonly SourceWithRun[]): Promise<Source[]> => {
  const ids = rows.map(({ source }) => source.id);
  const [counts, documents] = await Promise.all([
    itemRepository.countOutcomes(tx.db, ids),
    countDocumentsOfSources(tx, ids),
  ]);
  return rows.map((row) => presentSource(tx, row, { counts, documents }));
};

/** Throws `sources.source_not_found`. */
export const getSource = (ctx: AnyCtx, id: string): Promise<Source> =>
  ctx.tx(async (tx) => {
    const [source] = await presentSources(tx, [await getSourceRow(tx, id)]);
    return source ?? fail('sources.source_not_found');
  });

/** Sources by id, those that are there and may be seen. */
export const getSources = (ctx: AnyCtx, ids: readonly string[]): Promise<Source[]> =>
  ctx.tx(async (tx) => presentSources(tx, await sourceRepository.listByIds(tx.db, ids, visibleSources(tx))));

interface SourceList extends PageOrder<SourceSort> {
  search?: string | undefined;
  type?: ImportType | undefined;
}

/** Throws `knowledge.not_found`. */
export const listSources = (ctx: AnyCtx, knowledgeBaseId: string, list: SourceList) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBase(tx, knowledgeBaseId);
    const { search, type } = list;
    const found = await sourceRepository.list(tx.db, { knowledgeBaseId, search, type }, list);
    const { rows, nextCursor, total } = closePage(found, list.limit);
    return { items: await presentSources(tx, rows), nextCursor, total };
  });

type ReportQuery = Omit<Parameters<typeof itemRepository.report>[1], 'sourceId'> &
  Parameters<typeof itemRepository.report>[2];

/** What became of each item of the last sync. Throws `sources.source_not_found`. */
export const reportSource = (ctx: AnyCtx, id: string, query: ReportQuery) =>
  ctx.tx(async (tx) => {
    await getSourceRow(tx, id);
    const { search, outcome } = query;
    const found = await itemRepository.report(tx.db, { sourceId: id, search, outcome }, query);
    const { rows, nextCursor, total } = closePage(found, query.limit);
    return { items: rows.map(presentReportItem), nextCursor, total };
  });
