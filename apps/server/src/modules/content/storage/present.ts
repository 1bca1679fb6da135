import { type StorageItem, storageTypeLabels } from '@atelier/contracts/content/storage';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { StoredItemWithUses } from '../documents/index.ts';

export const presentItem = (tx: TxCtx, item: StoredItemWithUses): StorageItem => ({
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
