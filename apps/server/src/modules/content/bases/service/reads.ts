import type {
  DocumentLanguage,
  DocumentType,
  ImportStatusFilter,
  ImportType,
  KnowledgeImport,
} from '@atelier/contracts/content/bases/import-shapes';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import { runStatusesOf } from '../import-status.ts';
import { findKnowledgeBaseUses } from '../knowledge-base-uses.ts';
import { presentBalance, presentImport, presentKnowledgeBase } from '../present.ts';
import { type ImportSort, type ImportWithRun, importRepository } from '../repository/imports.ts';
import {
  type KnowledgeBaseSort,
  type KnowledgeBaseWithIndex,
  knowledgeBaseRepository,
} from '../repository/knowledge-bases.ts';

import { visibleImports, visibleKnowledge } from '../visible-knowledge.ts';

type Search = { search?: string | undefined };

/** Returns a knowledge base that the actor may see. Throws `knowledge.not_found`. */
export const getKnowledgeBaseRow = async (tx: TxCtx, id: string): Promise<KnowledgeBaseWithIndex> =>
  (await knowledgeBaseRepository.find(tx.db, id, visibleKnowledge(tx))) ?? fail('knowledge.not_found');

/** Returns an import that the actor may see. Throws `knowledge.import_not_found`. */
export const getImportRow = async (tx: TxCtx, id: string): Promise<ImportWithRun> =>
  (await importRepository.find(tx.db, id, visibleImports(tx))) ?? fail('knowledge.import_not_found');

const readExtras = async (tx: TxCtx, ids: readonly string[]) => {
  const [counts, uses] = await Promise.all([
    knowledgeBaseRepository.countByStatus(tx.db, ids),
    findKnowledgeBaseUses(tx, ids),
  ]);
  return { counts, uses };
};

const presentAll = async (tx: TxCtx, rows: readonly KnowledgeBaseWithIndex[]): Promise<KnowledgeBase[]> => {
  const extras = await readExtras(
    tx,
    rows.map(({ base }) => base.id),
  );
  return rows.map((row) => presentKnowledgeBase(tx, row, extras));
};

/** Throws `knowledge.not_found`. */
export const getKnowledgeBase = (ctx: AnyCtx, id: string): Promise<KnowledgeBase> =>
  ctx.tx(async (tx) => {
    const [row, extras] = await Promise.all([getKnowledgeBaseRow(tx, id), readExtras(tx, [id])]);
    return presentKnowledgeBase(tx, row, extras);
  });

export const listKnowledgeBases = (ctx: AnyCtx, page: PageOrder<KnowledgeBaseSort> & Search) =>
  ctx.tx(async (tx) => {
    const found = await knowledgeBaseRepository.list(tx.db, { ...page, visible: visibleKnowledge(tx) });
    const { rows, nextCursor, total } = closePage(found, page.limit);
    return { items: await presentAll(tx, rows), nextCursor, total };
  });

type Names = (tx: TxCtx, ids: readonly string[]) => Promise<Map<string, string>>;

const namesIn = (rows: readonly KnowledgeBaseWithIndex[]): Map<string, string> =>
  new Map(rows.map(({ base }) => [base.id, base.name]));

/** Returns the names of those knowledge bases that exist, by id. */
export const namesOfKnowledgeBases: Names = async (tx, ids) =>
  namesIn(await knowledgeBaseRepository.listByIds(tx.db, ids));

/** Returns the ids of those knowledge bases that are switched off, and locks all of them until the transaction ends. */
export const listSwitchedOff = (tx: TxCtx, ids: readonly string[]): Promise<string[]> =>
  knowledgeBaseRepository.holdSwitchedOff(tx.db, ids);

/** Returns the names of those knowledge bases that the actor may see, by id. */
export const visibleNamesOfKnowledgeBases: Names = async (tx, ids) =>
  namesIn(await knowledgeBaseRepository.listByIds(tx.db, ids, visibleKnowledge(tx)));

export const readBalance = async (tx: TxCtx, { base }: KnowledgeBaseWithIndex) =>
  presentBalance(await knowledgeBaseRepository.countByStatus(tx.db, [base.id]), base.unchangedFiles);

interface ImportList extends PageOrder<ImportSort>, Search {
  status?: ImportStatusFilter | undefined;
  sourceId?: string | undefined;
  type?: ImportType | undefined;
  documentType?: DocumentType | undefined;
  language?: DocumentLanguage | undefined;
  category?: string | undefined;
}

/** Throws `knowledge.not_found`. */
export const listImports = (ctx: AnyCtx, knowledgeBaseId: string, list: ImportList) =>
  ctx.tx(async (tx) => {
    const base = await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const statuses = list.status ? runStatusesOf(list.status) : undefined;
    const found = await importRepository.list(tx.db, { ...list, knowledgeBaseId, statuses }, list);
    const { rows, nextCursor, total } = closePage(found, list.limit);
    return {
      items: rows.map((row) => presentImport(tx, row)),
      nextCursor,
      total,
      balance: await readBalance(tx, base),
    };
  });

/** Returns imports in the order of `ids`. Unknown ids are left out. */
export const getImports = (ctx: AnyCtx, ids: readonly string[]): Promise<KnowledgeImport[]> =>
  ctx.tx(async (tx) => {
    const rows = await importRepository.listByIds(tx.db, [...new Set(ids)], visibleImports(tx));
    const byId = new Map(rows.map((row) => [row.import.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [presentImport(tx, row)] : [];
    });
  });

/** Returns whether the tenant has any knowledge base, even one that the actor may not see. */
export const isAnyKnowledgeBase = (tx: TxCtx): Promise<boolean> => knowledgeBaseRepository.isAny(tx.db);
