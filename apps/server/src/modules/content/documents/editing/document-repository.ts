import { and, eq } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type ImportRow, knowledgeImports } from '../../bases/index.ts';

type Column =
  | 'documentType'
  | 'language'
  | 'categories'
  | 'metadata'
  | 'state'
  | 'summary'
  | 'summaryKind'
  | 'summaryState'
  | 'summaryError';

export type DocumentColumns = { [Name in Column]?: ImportRow[Name] | undefined };

const isAnything = (columns: DocumentColumns): boolean =>
  Object.values(columns).some((value) => value !== undefined);

/** The labels, details and summaries of documents. */
export const documentRepository = {
  async update(db: TenantDb, id: string, columns: DocumentColumns): Promise<void> {
    if (!isAnything(columns)) return;
    await db.update(knowledgeImports).set(columns).where(eq(knowledgeImports.id, id));
  },

  /** Stores the outcome of a summary, unless a user wrote one meanwhile. Returns whether it was stored. */
  async endSummary(db: TenantDb, id: string, columns: DocumentColumns): Promise<boolean> {
    const written = await db
      .update(knowledgeImports)
      .set(columns)
      .where(and(eq(knowledgeImports.id, id), eq(knowledgeImports.summaryState, 'IN-PROGRESS')))
      .returning({ id: knowledgeImports.id });
    return written.length > 0;
  },
};
