import type { StorageType } from '@atelier/contracts/content/storage';
import { and, asc, count, eq, ilike, inArray, sql } from 'drizzle-orm';
import { bigint, pgView, text } from 'drizzle-orm/pg-core';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { moment } from '../../../../kernel/db/tenant-table.ts';
import { documents } from '../../bases/declarations.ts';
import { documentVersions } from '../tables.ts';

/** A document with the same content as another one. */
export interface Same {
  id: string;
  name: string;
  sha256: string;
}

/** A document that was read from a source. */
export interface KnownDocument extends Same {
  externalId: string | null;
}

/** The documents that were read from sources. */
export const sourceDocumentRepository = {
  listByExternalIds: (
    db: TenantDb,
    sourceId: string,
    externalIds: readonly string[],
  ): Promise<KnownDocument[]> =>
    externalIds.length === 0
      ? Promise.resolve([])
      : db
          .select({
            id: documents.id,
            name: documents.name,
            sha256: documents.sha256,
            externalId: documents.externalId,
          })
          .from(documents)
          .where(and(eq(documents.sourceId, sourceId), inArray(documents.externalId, [...externalIds]))),

  /** Returns the oldest document of each content. */
  listByContent: (db: TenantDb, knowledgeBaseId: string, sha256s: readonly string[]): Promise<Same[]> =>
    sha256s.length === 0
      ? Promise.resolve([])
      : db
          .selectDistinctOn([documents.sha256], {
            id: documents.id,
            name: documents.name,
            sha256: documents.sha256,
          })
          .from(documents)
          .where(and(eq(documents.knowledgeBaseId, knowledgeBaseId), inArray(documents.sha256, [...sha256s])))
          .orderBy(documents.sha256, asc(documents.createdAt), asc(documents.id)),

  async countBySource(db: TenantDb, sourceIds: readonly string[]): Promise<Map<string, number>> {
    if (sourceIds.length === 0) return new Map();
    const rows = await db
      .select({ sourceId: documents.sourceId, documents: count() })
      .from(documents)
      .where(inArray(documents.sourceId, [...sourceIds]))
      .groupBy(documents.sourceId);
    return new Map(rows.map(({ sourceId, documents }) => [sourceId ?? '', documents]));
  },

  async listIdsOfSource(db: TenantDb, sourceId: string, limit: number): Promise<string[]> {
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.sourceId, sourceId))
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};

/** The things that a company stored and may delete: documents of knowledge bases, files of records, and files of runs. */
const storedItems = pgView('stored_items', {
  tenantId: text('tenant_id').notNull(),
  id: text('id').notNull(),
  type: text('type').$type<StorageType>().notNull(),
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull(),
  /** The knowledge base of a document, the record of a file, or the run of a file. */
  placeId: text('place_id').notNull(),
  /** The name of the knowledge base, of the worker, or of the flow or agent that ran. */
  placeName: text('place_name').notNull(),
}).existing();
export type StoredItem = typeof storedItems.$inferSelect;

export interface Measured {
  items: number;
  bytes: number;
}

const columns = {
  tenantId: storedItems.tenantId,
  id: storedItems.id,
  type: storedItems.type,
  name: storedItems.name,
  bytes: storedItems.bytes,
  createdAt: storedItems.createdAt,
  placeId: storedItems.placeId,
  placeName: storedItems.placeName,
};

const sortKeys = {
  name: sql`lower(${storedItems.name})`,
  createdAt: sql`${storedItems.createdAt}`,
  size: sql`${storedItems.bytes}`,
};
export type StoredSort = keyof typeof sortKeys;

export const storedItemRepository = {
  /** Returns the number of documents and the bytes of their files, including those of kept versions. */
  async measureDocuments(db: TenantDb): Promise<Measured> {
    // Few documents have kept versions, so the versions are read once, and not for each document.
    const kept = sql`coalesce((select sum(kept.size) from (
      select distinct version.import_id, version.file_id, version.size from ${documentVersions} version
      join ${documents} document on document.id = version.import_id and document.file_id <> version.file_id) kept), 0)`;
    const [sum] = await db
      .select({ items: count(), bytes: sql<string>`coalesce(sum(${documents.size}), 0) + ${kept}` })
      .from(documents);
    return { items: sum?.items ?? 0, bytes: Number(sum?.bytes ?? 0) };
  },

  /** Returns the number of the files of records, and their bytes. */
  async measureRecords(db: TenantDb): Promise<Measured> {
    const [sum] = await db
      .select({ items: count(), bytes: sql<string>`coalesce(sum(${storedItems.bytes}), 0)::text` })
      .from(storedItems)
      .where(eq(storedItems.type, 'AGENT_RECORD'));
    return { items: sum?.items ?? 0, bytes: Number(sum?.bytes ?? 0) };
  },

  list(
    db: TenantDb,
    { search, type }: { search?: string | undefined; type?: StorageType | undefined },
    page: PageOrder<StoredSort>,
  ): Promise<Page<StoredItem>> {
    const key = sortKeys[page.sort];
    const matches = and(
      search ? ilike(storedItems.name, containing(search)) : undefined,
      type ? sql`${storedItems.type} = ${type}` : undefined,
    );
    const selected = db.select({ ...columns, ...placeColumns(key, storedItems.id) }).from(storedItems);
    return readPage(db, selected, { page, key, id: storedItems.id, where: matches, from: storedItems });
  },
};
