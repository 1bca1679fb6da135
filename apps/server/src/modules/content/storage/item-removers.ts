import type { Ctx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

/** Deletes storage items of a module to the right of this one. Their ids begin with the prefix. */
export interface ItemRemover {
  prefix: string;
  remove: (ctx: Ctx, id: string) => Promise<void>;
}

export const itemRemovers = defineExtensionPoint<ItemRemover>('storage.item-removers');
