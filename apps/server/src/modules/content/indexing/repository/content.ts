import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  lt,
  lte,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  type ChunkRow,
  chunks,
  containing,
  documentSections,
  type ImportRow,
  knowledgeImports,
  type SectionRow,
} from '../../bases/index.ts';

export type NewChunk = Omit<
  ChunkRow,
  'tenantId' | 'importId' | 'indexVersionId' | 'documentVersion' | 'edited'
>;
export type NewSection = Omit<SectionRow, 'tenantId' | 'importId' | 'documentVersion'>;

/** The id of a chunk with its document and index version. */
export type PlacedChunk = Pick<ChunkRow, 'id' | 'importId' | 'indexVersionId'>;

/** A chunk and the document that it comes from. */
export interface FoundChunk {
  chunk: ChunkRow;
  document: Pick<ImportRow, 'id' | 'name' | 'knowledgeBaseId'> & { isEdited: boolean };
}

/** The offset in the document's text at which a page, or a section of a recording, begins inside a chunk. */
export interface PositionStart extends Pick<SectionRow, 'page' | 'second'> {
  chunkId: string;
  start: number;
}

/** One version of a document, or the version that is shown if none is given. */
export interface DocumentKey {
  importId: string;
  documentVersion?: number;
}

/** One version of a document as it was cut for one index version. */
export interface IndexedDocumentKey extends DocumentKey {
  indexVersionId: string;
}

const versionOf = ({ importId, documentVersion }: DocumentKey): SQL =>
  documentVersion === undefined
    ? sql`(select shown_version from knowledge_imports where id = ${importId})`
    : sql`${documentVersion}::int`;

const placed = (key: IndexedDocumentKey) =>
  and(
    eq(chunks.importId, key.importId),
    eq(chunks.indexVersionId, key.indexVersionId),
    eq(chunks.documentVersion, versionOf(key)),
  );

const sectionsOf = (key: DocumentKey) =>
  and(eq(documentSections.importId, key.importId), eq(documentSections.documentVersion, versionOf(key)));

/** True when the shown text of a document was edited by hand, or was reverted to an edited one. */
const isEdited = sql`exists (
  with made as (
    select ${knowledgeImports.version} as number, ${knowledgeImports.fileId} as file_id,
      ${knowledgeImports.versionReason} as reason
    union all select number, file_id, reason from document_versions where import_id = ${knowledgeImports.id})
  select 1 from made shown join made written on written.file_id = shown.file_id
  where shown.number = ${knowledgeImports.shownVersion} and written.reason = 'EDIT')`;

export const contentRepository = {
  /** One statement with one parameter: building thousands of placeholders costs more than inserting. */
  async insertChunks(db: TenantDb, key: IndexedDocumentKey, rows: readonly NewChunk[]): Promise<void> {
    if (rows.length === 0) return;
    await db.execute(sql`insert into chunks (id, import_id, index_version_id, document_version, ordinal, text, tokens,
        page, page_end, second, second_end, heading, start_offset, end_offset, content_hash)
      select id, ${key.importId}, ${key.indexVersionId}, ${versionOf(key)}, ordinal, text, tokens, page, "pageEnd",
        second, "secondEnd", heading, "startOffset", "endOffset", "contentHash"
      from json_to_recordset(${JSON.stringify(rows)}::json) as chunk(id text, ordinal int, text text, tokens int,
        page int, "pageEnd" int, second int, "secondEnd" int, heading text, "startOffset" bigint, "endOffset" bigint, "contentHash" text)`);
  },

  async insertSections(db: TenantDb, key: DocumentKey, rows: readonly NewSection[]): Promise<void> {
    if (rows.length === 0) return;
    await db.execute(sql`insert into document_sections (import_id, document_version, ordinal, page, second, start_offset,
        text)
      select ${key.importId}, ${versionOf(key)}, ordinal, page, second, "startOffset", text
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as section(ordinal int, page int, second int, "startOffset" bigint, text text)`);
  },

  /** Returns whether anything of the import has been stored for the index version. */
  async hasAny(db: TenantDb, key: IndexedDocumentKey): Promise<boolean> {
    const { rows } = await db.execute<{ found: boolean }>(sql`select
      exists (select 1 from ${chunks} where ${placed(key)})
      or exists (select 1 from ${documentSections} where ${sectionsOf(key)}) as found`);
    return rows[0]?.found === true;
  },

  async removeOf(db: TenantDb, key: IndexedDocumentKey): Promise<void> {
    await db.delete(chunks).where(placed(key));
    await db.delete(documentSections).where(sectionsOf(key));
  },

  /**
   * Makes a version the one that is shown. The text of other versions is kept for comparison; their chunks are deleted and
   * returned.
   */
  async showVersion(db: TenantDb, importId: string, documentVersion: number): Promise<PlacedChunk[]> {
    await db
      .update(knowledgeImports)
      .set({ shownVersion: documentVersion })
      .where(eq(knowledgeImports.id, importId));
    return db
      .delete(chunks)
      .where(and(eq(chunks.importId, importId), ne(chunks.documentVersion, documentVersion)))
      .returning({ id: chunks.id, importId: chunks.importId, indexVersionId: chunks.indexVersionId });
  },

  async countChunks(db: TenantDb, key: IndexedDocumentKey, search?: string): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(chunks)
      .where(and(placed(key), search ? ilike(chunks.text, containing(search)) : undefined));
    return row?.total ?? 0;
  },

  listChunks: (
    db: TenantDb,
    key: IndexedDocumentKey,
    page: { after: number; limit: number; search?: string | undefined },
  ): Promise<ChunkRow[]> =>
    db
      .select()
      .from(chunks)
      .where(
        and(
          placed(key),
          gt(chunks.ordinal, page.after),
          page.search ? ilike(chunks.text, containing(page.search)) : undefined,
        ),
      )
      .orderBy(asc(chunks.ordinal))
      .limit(page.limit),

  /** Returns chunks by id with their documents, in no particular order. Deleted chunks are missing. */
  listFound: (db: TenantDb, ids: readonly string[]): Promise<FoundChunk[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .select({
            chunk: chunks,
            document: {
              id: knowledgeImports.id,
              name: knowledgeImports.name,
              knowledgeBaseId: knowledgeImports.knowledgeBaseId,
              isEdited: sql<boolean>`${isEdited}`,
            },
          })
          .from(chunks)
          .innerJoin(knowledgeImports, eq(knowledgeImports.id, chunks.importId))
          .where(inArray(chunks.id, [...ids])),

  /** Returns the offsets at which a new page or recording position begins inside the given chunks. */
  listPositionStarts: async (db: TenantDb, chunkIds: readonly string[]): Promise<PositionStart[]> => {
    if (chunkIds.length === 0) return [];
    return db
      .select({
        chunkId: chunks.id,
        page: documentSections.page,
        second: documentSections.second,
        start: sql<number>`min(${documentSections.startOffset})::float8`,
      })
      .from(chunks)
      .innerJoin(
        documentSections,
        and(
          eq(documentSections.importId, chunks.importId),
          eq(documentSections.documentVersion, chunks.documentVersion),
          gt(documentSections.startOffset, chunks.startOffset),
          lt(documentSections.startOffset, chunks.endOffset),
          or(gt(documentSections.page, chunks.page), gt(documentSections.second, chunks.second)),
        ),
      )
      .where(inArray(chunks.id, [...chunkIds]))
      .groupBy(chunks.id, documentSections.page, documentSections.second)
      .orderBy(asc(documentSections.page), asc(documentSections.second));
  },

  /** Returns the index of the section that contains the offset `at`. */
  async findSectionAt(db: TenantDb, key: DocumentKey, at: number): Promise<number> {
    const [row] = await db
      .select({ ordinal: max(documentSections.ordinal) })
      .from(documentSections)
      .where(and(sectionsOf(key), lte(documentSections.startOffset, at)));
    return row?.ordinal ?? 0;
  },

  listSections: (db: TenantDb, key: DocumentKey, from: number, limit: number): Promise<SectionRow[]> =>
    db
      .select()
      .from(documentSections)
      .where(
        and(sectionsOf(key), gte(documentSections.ordinal, from), lt(documentSections.ordinal, from + limit)),
      )
      .orderBy(asc(documentSections.ordinal)),

  async countSections(db: TenantDb, key: DocumentKey): Promise<number> {
    const [row] = await db.select({ total: count() }).from(documentSections).where(sectionsOf(key));
    return row?.total ?? 0;
  },
};
