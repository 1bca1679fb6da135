import {
  type StorageItem,
  type StorageType,
  type StorageUse,
  storageTypeLabels,
} from '@atelier/contracts/content/storage';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { readSubscription } from '../../../money/billing/index.ts';
import { storedDocuments } from '../../documents/index.ts';
import { runFiles } from '../../files/index.ts';
import { presentDocument } from '../present.ts';

/** Returns the bytes in use by type, and the limit of the plan. */
export const readStorageUse = (ctx: AnyCtx): Promise<StorageUse> =>
  ctx.tx(async (tx) => {
    const documents = await storedDocuments.measure(tx);
    const files = await runFiles.measure(tx);
    const { planDetails } = await readSubscription(tx);
    const typeOf = (type: StorageType, { items, bytes }: { items: number; bytes: number }) => ({
      type,
      label: storageTypeLabels[type],
      items,
      bytes,
    });
    return {
      fileStore: 'ATELIER',
      usedBytes: documents.bytes + files.bytes,
      limitBytes: planDetails.featureBalances.storageBytes,
      types: [
        typeOf('KNOWLEDGE_BASE_IMPORT', documents),
        typeOf('AGENT_RECORD', { items: 0, bytes: 0 }),
        typeOf('FLOW_FILE', files),
      ],
    };
  });

interface ItemList extends PageOrder<'size' | 'name' | 'createdAt'> {
  search?: string | undefined;
  type?: StorageType | undefined;
}

export const listStorageItems = (
  ctx: AnyCtx,
  { type, ...page }: ItemList,
): Promise<{ items: StorageItem[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async (tx) => {
    if (type === 'AGENT_RECORD' || type === 'FLOW_FILE') return { items: [], nextCursor: null, total: 0 };
    const { rows, nextCursor, total } = await storedDocuments.list(tx, page);
    return { items: rows.map((row) => presentDocument(tx, row)), nextCursor, total };
  });
