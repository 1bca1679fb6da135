import type { TxCtx } from '../../../../kernel/context/context.ts';
import { closePage, type PageOrder } from '../../../../kernel/db/paging.ts';
import { findKnowledgeBaseUses } from '../../bases/index.ts';
import {
  type StoredDocument,
  type StoredSort,
  storedDocumentRepository,
} from '../repository/stored-documents.ts';

/** A document as a storage item, with the apps that answer from it. */
export interface StoredDocumentWithUses extends StoredDocument {
  usedBy: { appId: string; name: string }[];
}

/** Returns the number of the tenant's documents and the bytes of their files. */
export const measureDocuments = (tx: TxCtx): Promise<{ items: number; bytes: number }> =>
  storedDocumentRepository.measure(tx.db);

/** Lists the documents of all knowledge bases as storage items. */
export const listStoredDocuments = async (
  tx: TxCtx,
  page: PageOrder<StoredSort> & { search?: string | undefined },
): Promise<{ rows: StoredDocumentWithUses[]; nextCursor: string | null; total: number }> => {
  const closed = closePage(await storedDocumentRepository.list(tx.db, page.search, page), page.limit);
  const uses = await findKnowledgeBaseUses(tx, [...new Set(closed.rows.map((row) => row.knowledgeBaseId))]);
  const usesOf = (id: string) =>
    uses.filter((use) => use.knowledgeBaseId === id).map(({ appId, name }) => ({ appId, name }));
  return { ...closed, rows: closed.rows.map((row) => ({ ...row, usedBy: usesOf(row.knowledgeBaseId) })) };
};
