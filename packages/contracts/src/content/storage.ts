import { z } from 'zod';
import { defineContract } from '../kernel/contract.ts';
import { Abilities, lookupId, pageQuery, pageSchemaFor, Timestamp, tenantQuery } from '../kernel/shapes.ts';

/** The kinds of stored files (STORAGE-01, STORAGE-02). `FLOW_FILE` is a file of a run of a flow or of an agent. */
export const StorageType = z.enum(['KNOWLEDGE_BASE_IMPORT', 'AGENT_RECORD', 'FLOW_FILE']);
export type StorageType = z.infer<typeof StorageType>;

export const storageTypeLabels: Record<StorageType, string> = {
  KNOWLEDGE_BASE_IMPORT: 'Knowledge Base',
  AGENT_RECORD: 'Agents',
  FLOW_FILE: 'Runs',
};

/** The store of files; the built-in store is the only one so far (STORAGE-04). */
export const FileStore = z.enum(['ATELIER']);

const TypeUse = z.object({
  type: StorageType,
  label: z.string(),
  bytes: z.number().int(),
  items: z.number().int(),
});

/** Bytes that the tenant uses; `limitBytes` is null where the plan sets no limit. */
export const StorageUse = z.object({
  fileStore: FileStore,
  usedBytes: z.number().int(),
  limitBytes: z.number().int().nullable(),
  types: z.array(TypeUse),
});
export type StorageUse = z.infer<typeof StorageUse>;

/**
 * A stored file. `place` is the knowledge base of a document, the record of a file with the name of its worker, or the first run that held
 * a file with the name of its flow or agent. `usedBy` names the apps that answer from it and would lose it.
 */
export const StorageItem = z.object({
  id: z.string(),
  type: StorageType,
  label: z.string(),
  fileStore: FileStore,
  name: z.string(),
  bytes: z.number().int(),
  createdAt: Timestamp,
  place: z.object({ id: z.string(), name: z.string() }),
  usedBy: z.array(z.object({ appId: z.string(), name: z.string() })),
  abilities: Abilities,
});
export type StorageItem = z.infer<typeof StorageItem>;

export const storage = defineContract({
  name: 'storage',
  errors: {
    'storage.item_not_found': {
      kind: 'not_found',
      message: 'None of these items exists any more. Please reload the list.',
    },
    'storage.file_in_use': {
      kind: 'conflict',
      message: 'A run that has not ended uses this file. Please wait until the run has ended, or cancel it.',
    },
  },
  endpoints: {
    use: {
      method: 'GET',
      path: '/api/payment/storage',
      summary: 'Read the storage in use and the limit of the plan (STORAGE-05)',
      access: { allow: 'billing:read' },
      query: z.object(tenantQuery),
      reply: StorageUse,
    },
    items: {
      method: 'GET',
      path: '/api/payment/storage/items',
      summary: 'List the items that take up storage (STORAGE-06)',
      access: { allow: 'billing:read' },
      query: z.object({
        ...pageQuery,
        ...tenantQuery,
        type: StorageType.optional(),
        sort: z.enum(['size', 'name', 'createdAt']).default('size'),
        order: z.enum(['asc', 'desc']).default('desc'),
      }),
      reply: pageSchemaFor(StorageItem),
    },
    removeItems: {
      method: 'DELETE',
      path: '/api/payment/storage/items',
      summary: 'Delete storage items; reports for each whether it was deleted (STORAGE-07)',
      access: { allow: 'billing:write' },
      body: z.object({ ...tenantQuery, ids: z.array(lookupId).min(1).max(1000) }),
      reply: z.object({
        removed: z.array(z.string()),
        failed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
      }),
    },
  },
});
