import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import type { UseOfConnection } from '../../connections/index.ts';
import { sourceDocuments } from '../../documents/index.ts';
import { presentReportItem, presentSource } from '../present.ts';
import { itemRepository } from '../repository/items.ts';
import { type SourceSort, type SourceWithRun, sourceRepository } from '../repository/sources.ts';

/** Checks that the actor may see the source's knowledge base. Throws `sources.source_not_found`. */
const seen = async (tx: TxCtx, row: SourceWithRun | undefined): Promise<SourceWithRun> => {
  const base = row?.source.knowledgeBaseId ?? '';
  const isSeen = row !== undefined && (await findEntityNames(tx, [base])).has(base);
  return isSeen ? row : fail('sources.source_not_found');
};

/** Returns a source that the actor may see. Throws `sources.source_not_found`. */
export const getSourceRow = async (tx: TxCtx, id: string): Promise<SourceWithRun> =>
  seen(tx, await sourceRepository.find(tx.db, id));

/** Like `getSourceRow`, but locks the source until the transaction ends. Throws `sources.source_not_found`. */
export const lockSourceRow = async (tx: TxCtx, id: string): Promise<SourceWithRun> =>
  seen(tx, await sourceRepository.lock(tx.db, id));

/** A source with the counts of its items and documents. */
export type CountedSource = SourceWithRun & Parameters<typeof presentSource>[2];

const countAll = async (tx: TxCtx, rows: readonly SourceWithRun[]): Promise<CountedSource[]> => {
  const ids = rows.map(({ source }) => source.id);
  const [counts, documents] = await Promise.all([
    itemRepository.countOutcomes(tx.db, ids),
    sourceDocuments.count(tx, ids),
  ]);
  return rows.map((row) => ({ ...row, counts, documents }));
};

const presentSources = async (tx: TxCtx, rows: readonly SourceWithRun[]): Promise<Source[]> =>
  (await countAll(tx, rows)).map((row) => presentSource(tx, row, row));

/** Returns those of the sources that exist, by id. The caller has checked that the actor may see their knowledge base. */
export const countSources = async (tx: TxCtx, ids: readonly string[]): Promise<CountedSource[]> =>
  countAll(tx, await sourceRepository.listByIds(tx.db, ids));

/** Throws `sources.source_not_found`. */
export const getSource = (ctx: AnyCtx, id: string): Promise<Source> =>
  ctx.tx(async (tx) => {
    const [source] = await presentSources(tx, [await getSourceRow(tx, id)]);
    return source ?? fail('sources.source_not_found');
  });

/** Returns those of the sources that exist, by id. The caller has checked that the actor may see their knowledge base. */
export const getSources = (ctx: AnyCtx, ids: readonly string[]): Promise<Source[]> =>
  ctx.tx(async (tx) => (await countSources(tx, ids)).map((row) => presentSource(tx, row, row)));

interface SourceList extends PageOrder<SourceSort> {
  search?: string | undefined;
  type?: ImportType | undefined;
}

/** Throws `knowledge.not_found`. */
export const listSources = (ctx: AnyCtx, knowledgeBaseId: string, list: SourceList) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const { search, type } = list;
    const { rows, nextCursor, total } = await sourceRepository.list(
      tx.db,
      { knowledgeBaseId, search, type },
      list,
    );
    return { items: await presentSources(tx, rows), nextCursor, total };
  });

type ReportQuery = Omit<Parameters<typeof itemRepository.report>[1], 'sourceId'> &
  Parameters<typeof itemRepository.report>[2];

/** Lists the outcome of each item of the last sync. Throws `sources.source_not_found`. */
export const reportSource = (ctx: AnyCtx, id: string, query: ReportQuery) =>
  ctx.tx(async (tx) => {
    await getSourceRow(tx, id);
    const { search, outcome } = query;
    const { rows, nextCursor, total } = await itemRepository.report(
      tx.db,
      { sourceId: id, search, outcome },
      query,
    );
    return { items: rows.map(presentReportItem), nextCursor, total };
  });

/** Sources prevent deleting the connection that they use. */
export const sourcesUsing = async (
  tx: TxCtx,
  connectionIds: readonly string[],
): Promise<UseOfConnection[]> => {
  const rows = await sourceRepository.listOfConnections(tx.db, connectionIds);
  return rows.flatMap(({ id, name, connectionId }) =>
    connectionId === null ? [] : [{ kind: 'SOURCE' as const, id, name, connectionId, blocks: true }],
  );
};
