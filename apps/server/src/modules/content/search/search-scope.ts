import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { searchDocumentRepository } from './repository/search-documents.ts';

/** The documents that a search may find: only these, or all but these. */
export interface SearchScope {
  kind: 'ONLY' | 'ALL_BUT';
  importIds: ReadonlySet<string>;
}

export const isInScope = ({ kind, importIds }: SearchScope, importId: string): boolean =>
  importIds.has(importId) === (kind === 'ONLY');

/**
 * Reads the scope of a search before anything is ranked, so that a narrow filter still finds enough chunks. Disabled
 * documents are never found. Without a filter, the scope lists the few disabled documents rather than the many enabled
 * ones.
 */
export const readScope = async (
  tx: TxCtx,
  knowledgeBaseIds: readonly string[],
  filter: readonly FilterCondition[],
): Promise<SearchScope> => {
  const isNarrowed = filter.length > 0;
  const ids = await searchDocumentRepository.listIds(tx.db, knowledgeBaseIds, {
    filter,
    state: isNarrowed ? 'ENABLED' : 'DISABLED',
  });
  return { kind: isNarrowed ? 'ONLY' : 'ALL_BUT', importIds: new Set(ids) };
};
