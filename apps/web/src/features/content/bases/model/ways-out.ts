import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';

/** Whether another try can end otherwise than the last one. */
export const isWorthRetrying = ({ abilities, error }: KnowledgeImport): boolean =>
  (abilities['canRetry'] ?? false) && error?.needsAnotherFile !== true;

/** Whether only another file helps. What a source brings is mended there. */
export const isToBeReplaced = ({ abilities, error, type }: KnowledgeImport): boolean =>
  (abilities['canRemove'] ?? false) && type === 'FILE' && error?.needsAnotherFile === true;
