import type { TxCtx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import { findKnowledgeBaseUses, knowledgeBaseNames } from '../../bases/index.ts';
import { runFiles } from '../../files/index.ts';
import {
  type StoredDocument,
  type StoredSort,
  storedDocumentRepository,
} from '../repository/stored-documents.ts';

/** A document as a storage item, with its knowledge base and the apps that answer from it. */
export interface StoredDocumentWithUses extends StoredDocument {
  knowledgeBaseName: string;
  usedBy: { appId: string; name: string }[];
}

/** Returns the number of the tenant's documents and the bytes of their files. */
export const measureDocuments = (tx: TxCtx): Promise<{ items: number; bytes: number }> =>
  storedDocumentRepository.measure(tx.db);

/** Throws `billing.plan_limit` when documents and files of runs would take more room than the plan has. */
export const checkStorage = (tx: TxCtx, adding: number): Promise<void> =>
  checkPlanLimit(
    tx,
    'storageBytes',
    async () => (await measureDocuments(tx)).bytes + (await runFiles.measure(tx)).bytes,
    adding,
  );

/** Lists the documents of all knowledge bases as storage items. */
const listStoredDocuments = async (
  tx: TxCtx,
  page: PageOrder<StoredSort> & { search?: string | undefined },
): Promise<{ rows: StoredDocumentWithUses[]; nextCursor: string | null; total: number }> => {
  const closed = closePage(await storedDocumentRepository.list(tx.db, page.search, page), page.limit);
  const ids = [...new Set(closed.rows.map((row) => row.knowledgeBaseId))];
  const names = await knowledgeBaseNames.find(tx, ids);
  const uses = await findKnowledgeBaseUses(tx, ids);
  const usesOf = (id: string) =>
    uses.filter((use) => use.knowledgeBaseId === id).map(({ appId, name }) => ({ appId, name }));
  const rows = closed.rows.map((row) => ({
    ...row,
    knowledgeBaseName: names.get(row.knowledgeBaseId) ?? '',
    usedBy: usesOf(row.knowledgeBaseId),
  }));
  return { ...closed, rows };
};

/** Lists and measures the storage that documents take up. */
export const storedDocuments = {
  list: listStoredDocuments,
  measure: measureDocuments,
  checkRoom: checkStorage,
};
