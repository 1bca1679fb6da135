import { type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import type { IndexedDocumentKey, NewSegment } from '../../indexing/declarations.ts';
import { isPublished } from '../../indexing/declarations.ts';
import type { NewChunk, NewSection } from '../tables.ts';
import type { PlacedChunk } from './chunks.ts';

/** A document, or the last part of one, that is to be stored and published in an index version. */
export interface WholeDocument {
  key: Required<IndexedDocumentKey>;
  sections: readonly NewSection[];
  chunks: readonly NewChunk[];
  segments: readonly NewSegment[];
}

/** The data of a document that has been stored for an index version. */
interface StoredState {
  importId: string;
  /** Sections or chunks. */
  hasAny: boolean;
  hasLive: boolean;
}

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** Statements that concern several documents of an index version at once. */
export const wholeDocumentRepository = {
  /** Returns what is stored of documents. `keys` selects their keys: `importId`, `documentVersion` and `indexVersionId`. */
  async listStates(db: TenantDb, keys: SQL): Promise<StoredState[]> {
    const { rows } = await db.execute<{ importId: string; hasAny: boolean; hasLive: boolean }>(sql`
      select k."importId",
        exists (select 1 from chunks c where c.import_id = k."importId" and c.index_version_id = k."indexVersionId"
          and c.document_version = k."documentVersion")
        or exists (select 1 from document_sections s where s.import_id = k."importId" and s.document_version = k."documentVersion") as "hasAny",
        ${isPublished(sql`k."importId"`, sql`k."indexVersionId"`)} as "hasLive"
      from (${keys}) k`);
    return rows;
  },

  async insertContents(db: TenantDb, whole: readonly WholeDocument[]): Promise<void> {
    const sections = whole.flatMap(({ key, sections }) =>
      sections.map((section) => ({
        ...{ importId: key.importId, documentVersion: key.documentVersion, ...section },
      })),
    );
    const chunks = whole.flatMap(({ key, chunks }) => chunks.map((chunk) => ({ ...key, ...chunk })));
    await Promise.all([
      sections.length > 0 &&
        db.execute(sql`insert into document_sections (import_id, document_version, ordinal, page, second, start_offset, text)
        select "importId", "documentVersion", ordinal, page, second, "startOffset", text from json_to_recordset(${json(sections)})
          as section("importId" text, "documentVersion" int, ordinal int, page int, second int, "startOffset" bigint, text text)`),
      chunks.length > 0 &&
        db.execute(sql`insert into chunks (id, import_id, index_version_id, document_version, ordinal, text, tokens,
          page, page_end, second, second_end, heading, start_offset, end_offset, content_hash)
        select id, "importId", "indexVersionId", "documentVersion", ordinal, text, tokens, page, "pageEnd",
          second, "secondEnd", heading, "startOffset", "endOffset", "contentHash"
        from json_to_recordset(${json(chunks)}) as chunk(id text, "importId" text, "indexVersionId" text, "documentVersion" int,
          ordinal int, text text, tokens int, page int, "pageEnd" int, second int, "secondEnd" int, heading text,
          "startOffset" bigint, "endOffset" bigint, "contentHash" text)`),
    ]);
  },

  /** Deletes the chunks of all versions of documents but the given ones, and returns them. */
  async removeOtherVersions(
    db: TenantDb,
    shown: readonly { importId: string; documentVersion: number }[],
  ): Promise<PlacedChunk[]> {
    const { rows } = await db.execute<{ id: string; importId: string; indexVersionId: string }>(sql`
      delete from chunks c using json_to_recordset(${json(shown)}) as s("importId" text, "documentVersion" int)
      where c.import_id = s."importId" and c.document_version <> s."documentVersion"
      returning c.id, c.import_id as "importId", c.index_version_id as "indexVersionId"`);
    return rows;
  },
};
