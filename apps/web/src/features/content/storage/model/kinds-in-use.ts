import type { StorageUse } from '@atelier/contracts/content/storage';

/** The kinds that are listed: documents always, every other kind only when it takes up space. */
export const kindsInUse = (types: StorageUse['types']): StorageUse['types'] =>
  types.filter(({ type, items }) => type === 'KNOWLEDGE_BASE_IMPORT' || items > 0);
