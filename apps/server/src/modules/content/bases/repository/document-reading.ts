import { eq, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  type ImportRow,
  type IndexVersionRow,
  indexVersions,
  type KnowledgeBaseRow,
  knowledgeBases,
  knowledgeImports,
} from '../tables.ts';

/** A document that is to be read, with the active index version of its knowledge base. */
interface DocumentToRead {
  import: ImportRow;
  index: IndexVersionRow;
  imageHandling: KnowledgeBaseRow['imageHandling'];
}

const isAmong = (ids: readonly string[]): SQL =>
  sql`${knowledgeImports.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/** The properties of a document that are known after it was read. */
type ReadDocument = Pick<
  ImportRow,
  'id' | 'shownVersion' | 'pageCount' | 'chunkCount' | 'charCount' | 'chunkedFor' | 'note'
>;
type ShownDocument = Pick<ImportRow, 'id' | 'charCount' | 'summaryState' | 'summaryKind'>;

/** Reads the data that an import needs before a document is read, and writes its results. */
export const documentReading = {
  /**
   * Selects the files and the keys of documents, by which other modules store their contents: the current version, and the active index
   * version of the knowledge base.
   */
  selectKeys: (ids: readonly string[]): SQL => sql`
    select ${knowledgeImports.id} as "importId", ${knowledgeImports.version} as "documentVersion",
      ${knowledgeBases.activeIndexVersion} as "indexVersionId", ${knowledgeImports.fileId} as "fileId"
    from ${knowledgeImports} join ${knowledgeBases} on ${knowledgeBases.id} = ${knowledgeImports.knowledgeBaseId}
    where ${isAmong(ids)}`,

  /** Lists documents with the properties of their knowledge bases that decide how they are read. */
  listToRead: (db: TenantDb, ids: readonly string[]): Promise<DocumentToRead[]> =>
    db
      .select({
        import: knowledgeImports,
        index: indexVersions,
        imageHandling: knowledgeBases.imageHandling,
      })
      .from(knowledgeImports)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeImports.knowledgeBaseId))
      .innerJoin(indexVersions, eq(indexVersions.id, knowledgeBases.activeIndexVersion))
      .where(isAmong(ids)),

  /** Shows the versions of documents that were read completely, and returns the data that decides whether they are summarised. */
  async showRead(db: TenantDb, read: readonly ReadDocument[]): Promise<ShownDocument[]> {
    const { rows } = await db.execute<{ [Column in keyof ShownDocument]: ShownDocument[Column] }>(sql`
      update ${knowledgeImports} i set shown_version = r."shownVersion", page_count = r."pageCount", chunk_count = r."chunkCount",
        char_count = r."charCount", chunked_for = r."chunkedFor", note = r.note
      from json_to_recordset(${JSON.stringify(read)}::json) as r(id text, "shownVersion" int, "pageCount" int, "chunkCount" int,
        "charCount" bigint, "chunkedFor" text, note text)
      where i.id = r.id
      returning i.id, i.char_count::float8 as "charCount", i.summary_state as "summaryState", i.summary_kind as "summaryKind"`);
    return rows;
  },
};
