import {
  type StorageItem,
  StorageType,
  type StorageUse,
  storageTypeLabels,
} from '@atelier/contracts/content/storage';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../kernel/db/paging.ts';
import { readSubscription } from '../../../money/billing/index.ts';
import { removeImports, storedItems } from '../../documents/index.ts';
import { runFiles } from '../../files/index.ts';
import { itemRemovers } from '../item-removers.ts';

type StoredItem = Awaited<ReturnType<typeof storedItems.list>>['rows'][number];

const presentItem = (tx: TxCtx, item: StoredItem): StorageItem => ({
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

interface Failed {
  id: string;
  code: string;
  message: string;
}

const toFailure = (id: string, reason: unknown): Failed => {
  const { code, message } = reason instanceof AppError ? reason : new AppError('server.internal');
  return { id, code, message };
};

/** Deletes a file of runs. Returns false when the id names no such file. Throws `storage.file_in_use`. */
const removeRunFile = (ctx: Ctx, id: string): Promise<boolean> =>
  ctx.tx(async (tx) => {
    const outcome = await runFiles.removeUnused(tx, id);
    if (outcome === 'in-use') fail('storage.file_in_use');
    return outcome === 'removed';
  });

const removeItem = async (ctx: Ctx, id: string): Promise<void> => {
  if (await removeRunFile(ctx, id)) return;
  const remover = ctx.services.extensions.of(itemRemovers).find(({ prefix }) => id.startsWith(prefix));
  if (remover) await remover.remove(ctx, id);
  else await removeImports(ctx, [id]);
};

/** Each item is deleted in a transaction of its own, so that one failure does not keep the others. */
const removeEach = async (ctx: Ctx, ids: ReadonlySet<string>) => {
  const removed: string[] = [];
  const failed: Failed[] = [];
  for (const id of ids) {
    const [outcome] = await Promise.allSettled([removeItem(ctx, id)]);
    if (outcome.status === 'fulfilled') removed.push(id);
    else {
      const failure = toFailure(id, outcome.reason);
      if (failure.code === 'server.internal')
        ctx.log.error({ err: outcome.reason, item: id }, 'a storage item could not be deleted');
      failed.push(failure);
    }
  }
  return { removed, failed };
};

/**
 * Deletes storage items with everything made from them: chunks, index entries and files. The record or the run of a file stays. Returns for each
 * item whether it was deleted. Throws `storage.item_not_found` when none of them exists.
 */
export const removeItems = async (ctx: Ctx, ids: readonly string[]) => {
  const outcome = await removeEach(ctx, new Set(ids));
  const isGone = ({ code }: Failed): boolean =>
    code === 'knowledge.import_not_found' || code === 'workers.file_not_found';
  if (outcome.removed.length === 0 && outcome.failed.every(isGone)) fail('storage.item_not_found');
  await ctx.tx((tx) =>
    tx.audit('storage.items_removed', tx.tenantId, {
      removed: outcome.removed.length,
      failed: outcome.failed.length,
    }),
  );
  return outcome;
};
