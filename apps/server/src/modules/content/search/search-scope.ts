import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { searchDocumentRepository } from './repository/search-documents.ts';

/** Which documents a search may find: these only, or all but these. */
export interface SearchScope {
  kind: 'ONLY' | 'ALL_BUT';
  importIds: ReadonlySet<string>;
}

export const isInScope = ({ kind, importIds }: SearchScope, importId: string): boolean =>
  importIds.has(importId) === (kind === 'ONLY');

/**
 * Decided before anything is ranked, so that a narrow filter still finds as many chunks as are wanted. What is disabled is
 * never found. Without a filter the few that are disabled are named, not the many that are not.
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
