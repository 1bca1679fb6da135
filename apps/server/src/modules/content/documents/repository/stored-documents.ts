import { and, count, ilike, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { documents } from '../../bases/index.ts';
import { documentVersions } from '../kept-versions/tables.ts';

/** A document as a storage item. */
export interface StoredDocument {
  id: string;
  name: string;
  bytes: number;
  createdAt: Date;
  knowledgeBaseId: string;
}

/** The distinct files of a document's kept versions. A version made by reverting shares its file with another. */
const keptBytes = sql`coalesce((select sum(kept.size) from (
  select distinct v.file_id, v.size from ${documentVersions} v
  where v.import_id = ${documents.id} and v.file_id <> ${documents.fileId}) kept), 0)`;
const bytes = sql`(${documents.size} + ${keptBytes})`;

const columns = {
  id: documents.id,
  name: documents.name,
  bytes: sql<string>`${bytes}`.mapWith(Number),
  createdAt: documents.createdAt,
  knowledgeBaseId: documents.knowledgeBaseId,
};

const sortKeys = {
  name: sql`lower(${documents.name})`,
  createdAt: sql`${documents.createdAt}`,
  size: bytes,
};
export type StoredSort = keyof typeof sortKeys;

export const storedDocumentRepository = {
  /** Returns the number of documents and the bytes of their files, including those of kept versions. */
  async measure(db: TenantDb): Promise<{ items: number; bytes: number }> {
    // Few documents have kept versions, so the versions are read once, and not for each document.
    const kept = sql`coalesce((select sum(kept.size) from (
      select distinct version.import_id, version.file_id, version.size from ${documentVersions} version
      join ${documents} document on document.id = version.import_id and document.file_id <> version.file_id) kept), 0)`;
    const [sum] = await db
      .select({ items: count(), bytes: sql<string>`coalesce(sum(${documents.size}), 0) + ${kept}` })
      .from(documents);
    return { items: sum?.items ?? 0, bytes: Number(sum?.bytes ?? 0) };
  },

  async list(
    db: TenantDb,
    search: string | undefined,
    page: PageOrder<StoredSort>,
  ): Promise<Page<StoredDocument>> {
    const key = sortKeys[page.sort];
    const matches = search ? ilike(documents.name, containing(search)) : undefined;
    const rows = await db
      .select({ row: columns, key: sql<string>`${key}::text` })
      .from(documents)
      .where(and(matches, keysetAfter(key, documents.id, page)))
      .orderBy(...orderOf(key, documents.id, page))
      .limit(page.limit + 1);
    const [all] = await db.select({ total: count() }).from(documents).where(matches);
    return { rows: rows.map(({ row, key: at }) => ({ row, key: at, id: row.id })), total: all?.total ?? 0 };
  },
};
