import type { StorageUse } from '@atelier/contracts/storage';

/** What is worth a word: documents always, agents once there are some. */
export const kindsInUse = (types: StorageUse['types']): StorageUse['types'] =>
  types.filter(({ type, items }) => type === 'KNOWLEDGE_BASE_IMPORT' || items > 0);
