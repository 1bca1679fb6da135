import type { StorageType } from '@atelier/contracts/content/storage';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { checkPlanLimit } from '../../../money/billing/index.ts';
import { findKnowledgeBaseUses } from '../../bases/declarations.ts';
import { runFiles } from '../../files/index.ts';
import {
  type Measured,
  type StoredItem,
  type StoredSort,
  storedItemRepository,
} from '../repository/stored-items.ts';

/** A storage item with the apps that answer from it; none answers from a file of a record or of a run. */
interface StoredItemWithUses extends StoredItem {
  usedBy: { appId: string; name: string }[];
}

/** Returns the number of documents, of files of records and of files of flows, with their bytes. */
const measureStorage = async (tx: TxCtx): Promise<Record<StorageType, Measured>> => ({
  KNOWLEDGE_BASE_IMPORT: await storedItemRepository.measureDocuments(tx.db),
  AGENT_RECORD: await storedItemRepository.measureRecords(tx.db),
  FLOW_FILE: await runFiles.measure(tx),
});

/** Throws `billing.plan_limit` when everything that is stored would take more room than the plan has. */
export const checkStorage = (tx: TxCtx, adding: number): Promise<void> =>
  checkPlanLimit(
    tx,
    'storageBytes',
    async () => Object.values(await measureStorage(tx)).reduce((sum, { bytes }) => sum + bytes, 0),
    adding,
  );

interface ItemPage extends PageOrder<StoredSort> {
  search?: string | undefined;
  type?: StorageType | undefined;
}

/** Lists storage items: the documents of all knowledge bases, and the files of all records and runs. */
const listStoredItems = async (
  tx: TxCtx,
  page: ItemPage,
): Promise<{ rows: StoredItemWithUses[]; nextCursor: string | null; total: number }> => {
  const closed = await storedItemRepository.list(tx.db, page, page);
  const uses = await findKnowledgeBaseUses(tx, [...new Set(closed.rows.map(({ placeId }) => placeId))]);
  const listAppUses = (id: string) =>
    uses.filter((use) => use.knowledgeBaseId === id).map(({ appId, name }) => ({ appId, name }));
  return { ...closed, rows: closed.rows.map((row) => ({ ...row, usedBy: listAppUses(row.placeId) })) };
};

/** Lists and measures what a company stored. */
export const storedItems = {
  list: listStoredItems,
  measure: measureStorage,
  checkRoom: checkStorage,
};
