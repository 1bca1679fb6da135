import { storage } from '@atelier/contracts/content/storage';
import { matrixOf } from '../matrix.ts';

export const storageMatrix = matrixOf(storage, {
  use: { plain: "it measures the caller's own storage" },
  items: { plain: "it lists the caller's own items" },
  removeItems: { naming: ({ importId }) => ({ body: { ids: [importId] } }) },
});
