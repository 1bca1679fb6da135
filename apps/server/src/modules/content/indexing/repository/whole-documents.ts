import { type SQL, sql } from 'drizzle-orm';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { indexVersionRepository } from '../../bases/index.ts';
import type { IndexedDocumentKey, NewChunk, PlacedChunk } from './chunks.ts';
import type { NewSection } from './content.ts';
import type { NewSegment } from './segments.ts';

/** A document, or the last part of one, that is to be stored and published in an index version. */
export interface WholeDocument {
  key: Required<IndexedDocumentKey>;
  sections: readonly NewSection[];
  chunks: readonly NewChunk[];
  segments: readonly NewSegment[];
}

/** The data of a document that has been stored for an index version. */
export interface StoredState {
  importId: string;
  /** Sections or chunks. */
  hasAny: boolean;
  hasLive: boolean;
}

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** Statements that concern several documents of an index version at once. */
const wholeDocumentRepository = {
  async listStates(db: TenantDb, keys: SQL): Promise<StoredState[]> {
    const { rows } = await db.execute<{ importId: string; hasAny: boolean; hasLive: boolean }>(sql`
      select k."importId",
        exists (select 1 from chunks c where c.import_id = k."importId" and c.index_version_id = k."indexVersionId"
          and c.document_version = k."documentVersion")
        or exists (select 1 from document_sections s where s.import_id = k."importId" and s.document_version = k."documentVersion") as "hasAny",
        exists (select 1 from index_segments g where g.import_id = k."importId" and g.index_version_id = k."indexVersionId" and g.live)
          as "hasLive"
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

  /**
   * Publishes documents as one new revision, in the place of what they had published before. The caller holds the lock of the version.
   * `raise` makes the part of the statement that raises its revision, from the increase in the number of its segments.
   */
  async publish(
    db: TenantDb,
    order: { indexVersionId: string; revision: number; raise: (segments: SQL) => SQL },
    whole: readonly WholeDocument[],
  ): Promise<void> {
    const { indexVersionId, revision, raise } = order;
    const fresh = whole.flatMap(({ key, segments }) =>
      segments.map(({ data, ...segment }) => ({
        ...{ ...segment, importId: key.importId, bytes: data.byteLength },
        data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
      })),
    );
    const ids = JSON.stringify(whole.map(({ key }) => key.importId));
    const these = sql`index_version_id = ${indexVersionId} and import_id in (select json_array_elements_text(${ids}::json))`;
    // The parts of one statement see the rows as they were before it.
    await db.execute(sql`
      with dropped as (delete from index_segments where ${these} and live returning 1),
      shown as (update index_segments set live = true, revision = ${revision} where ${these} and not live returning 1),
      fresh as (
        insert into index_segments (id, index_version_id, import_id, kind, data, bytes, docs, last_ordinal, live, revision)
        select id, ${indexVersionId}, "importId", kind, decode(data, 'base64'), bytes, docs, "lastOrdinal", true, ${revision}
        from json_to_recordset(${json(fresh)}) as segment(id text, "importId" text, kind text, data text, bytes int, docs int,
          "lastOrdinal" int)
        returning 1)
      ${raise(sql`((select count(*) from shown) + (select count(*) from fresh) - (select count(*) from dropped))::int`)}`);
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

/** Returns what is stored of documents. `keys` selects their keys (`importRepository.selectKeys`). */
export const listStoredStates = ({ db }: TxCtx, keys: SQL): Promise<StoredState[]> =>
  wholeDocumentRepository.listStates(db, keys);

/**
 * Stores and publishes documents as the next revision of an index version, which the caller has locked, in the place of what they had
 * published before. The first vectors determine the dimensions. Returns the chunks of their other versions, which are deleted.
 */
export const publishWholeDocuments = async (
  { db }: TxCtx,
  {
    indexVersionId,
    revision,
    dimensions,
  }: { indexVersionId: string; revision: number; dimensions: number | null },
  whole: readonly WholeDocument[],
): Promise<PlacedChunk[]> => {
  const raise = indexVersionRepository.raising(indexVersionId, dimensions);
  const [, , gone] = await Promise.all([
    wholeDocumentRepository.insertContents(db, whole),
    wholeDocumentRepository.publish(db, { indexVersionId, revision, raise }, whole),
    wholeDocumentRepository.removeOtherVersions(
      db,
      whole.map(({ key }) => key),
    ),
  ]);
  return gone;
};
