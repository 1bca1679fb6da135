import { storage } from '@atelier/contracts/content/storage';
import { defineRoutes } from '../../../kernel/module/module.ts';
import { listStorageItems, readStorageUse, removeItems } from './service/items.ts';

export const storageRoutes = defineRoutes(storage, {
  use: (ctx) => readStorageUse(ctx),
  items: (ctx, { query }) => listStorageItems(ctx, query),
  removeItems: (ctx, { body }) => removeItems(ctx, body.ids),
});
