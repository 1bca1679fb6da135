import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { type StorageType, storage } from '@atelier/contracts/content/storage';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = storage;

export const useStorageUse = () => useRead(endpoints.use, {});

interface ItemQuery {
  search?: string;
  type?: StorageType | undefined;
  sort: 'size' | 'name' | 'createdAt';
  order: 'asc' | 'desc';
}

export const useStorageItems = (query: ItemQuery) => usePages(endpoints.items, { query });

export const useRemoveItems = () =>
  useWrite(endpoints.removeItems, {
    refreshes: [
      endpoints.items,
      endpoints.use,
      knowledge.endpoints.list,
      documentImports.endpoints.listImports,
    ],
  });
