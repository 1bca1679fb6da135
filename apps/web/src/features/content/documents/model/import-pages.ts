import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { Balance } from './import-balance.ts';

export interface ImportPage {
  items: KnowledgeImport[];
  nextCursor: string | null;
  total: number;
  balance: Balance;
}

/** The pages of a list as the query cache keeps them. */
export interface ImportPages {
  pages: ImportPage[];
  pageParams: unknown[];
}

/** The live events since the last drawing, with only the latest state of each document. */
export interface ImportChanges {
  rows: ReadonlyMap<string, KnowledgeImport>;
  removed: ReadonlySet<string>;
  balance: Balance | undefined;
}

/** Applies the events to the cached pages. Documents that no page shows are left to the next reading of the list. */
export const applyChanges = (
  cached: ImportPages,
  { rows, removed, balance }: ImportChanges,
): ImportPages => ({
  ...cached,
  pages: cached.pages.map((page) => {
    const kept = page.items.filter((row) => !removed.has(row.knowledgeBaseImportId));
    return {
      ...page,
      items: kept.map((row) => rows.get(row.knowledgeBaseImportId) ?? row),
      balance: balance ?? page.balance,
    };
  }),
});
