import { type StorageItem, storageTypeLabels } from '@atelier/contracts/content/storage';
import type { TxCtx } from '../../../kernel/context/context.ts';
import type { StoredDocumentWithUses } from '../documents/index.ts';

export const presentDocument = (tx: TxCtx, document: StoredDocumentWithUses): StorageItem => ({
  id: document.id,
  type: 'KNOWLEDGE_BASE_IMPORT',
  label: storageTypeLabels.KNOWLEDGE_BASE_IMPORT,
  fileStore: 'ATELIER',
  name: document.name,
  bytes: document.bytes,
  createdAt: document.createdAt.toISOString(),
  place: { id: document.knowledgeBaseId, name: document.knowledgeBaseName },
  usedBy: document.usedBy,
  abilities: { remove: tx.may('billing:write') },
});
