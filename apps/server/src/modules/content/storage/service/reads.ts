import {
  type StorageItem,
  StorageType,
  type StorageUse,
  storageTypeLabels,
} from '@atelier/contracts/content/storage';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { readSubscription } from '../../../money/billing/index.ts';
import { type StoredItemWithUses, storedItems } from '../../documents/index.ts';

const presentItem = (tx: TxCtx, item: StoredItemWithUses): StorageItem => ({
  id: item.id,
  type: item.type,
  label: storageTypeLabels[item.type],
  fileStore: 'ATELIER',
  name: item.name,
  bytes: item.bytes,
  createdAt: item.createdAt.toISOString(),
  place: { id: item.placeId, name: item.placeName },
  usedBy: item.usedBy,
  abilities: { remove: tx.may('billing:write') },
});

/** Returns the bytes in use by type, and the limit of the plan. */
export const readStorageUse = (ctx: AnyCtx): Promise<StorageUse> =>
  ctx.tx(async (tx) => {
    const measured = await storedItems.measure(tx);
    const { planDetails } = await readSubscription(tx);
    const types = StorageType.options.map((type) => ({
      ...{ type, label: storageTypeLabels[type] },
      ...measured[type],
    }));
    return {
      fileStore: 'ATELIER',
      usedBytes: types.reduce((sum, { bytes }) => sum + bytes, 0),
      limitBytes: planDetails.featureBalances.storageBytes,
      types,
    };
  });

interface ItemList extends PageOrder<'size' | 'name' | 'createdAt'> {
  search?: string | undefined;
  type?: StorageType | undefined;
}

export const listStorageItems = (
  ctx: AnyCtx,
  page: ItemList,
): Promise<{ items: StorageItem[]; nextCursor: string | null; total: number }> =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await storedItems.list(tx, page);
    return { items: rows.map((row) => presentItem(tx, row)), nextCursor, total };
  });
