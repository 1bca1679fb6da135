import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';

/** Returns true when a retry may succeed. */
export const isWorthRetrying = ({ abilities, error }: KnowledgeImport): boolean =>
  (abilities['canRetry'] ?? false) && error?.needsAnotherFile !== true;

/** Returns true when only another file can help. Documents of a source have to be corrected in the source. */
export const isToBeReplaced = ({ abilities, error, type }: KnowledgeImport): boolean =>
  (abilities['canRemove'] ?? false) && type === 'FILE' && error?.needsAnotherFile === true;
