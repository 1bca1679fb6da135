import { and, asc, eq, gt, gte, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { documents } from '../../bases/declarations.ts';
import { type DocumentKey, type IndexedDocumentKey, selectPublished } from '../../indexing/declarations.ts';
import { type ChunkRow, chunks, type NewChunk } from '../tables.ts';

/** The id of a chunk with its document and index version. */
export type PlacedChunk = Pick<ChunkRow, 'id' | 'importId' | 'indexVersionId'>;

/** A chunk in the neighbourhood of another one. */
export type NeighbourRow = Pick<
  ChunkRow,
  'id' | 'importId' | 'ordinal' | 'tokens' | 'heading' | 'startOffset' | 'endOffset'
>;

export const buildVersionSql = ({ importId, documentVersion }: DocumentKey): SQL =>
  documentVersion === undefined
    ? sql`(select shown_version from ${documents} where id = ${importId})`
    : sql`${documentVersion}::int`;

/** A condition for the chunks of one version of a document in one index version. */
export const placed = (key: IndexedDocumentKey) =>
  and(
    eq(chunks.importId, key.importId),
    eq(chunks.indexVersionId, key.indexVersionId),
    eq(chunks.documentVersion, buildVersionSql(key)),
  );

export const chunkRepository = {
  /** One statement with one parameter: building thousands of placeholders costs more than inserting. */
  async insertMany(db: TenantDb, key: IndexedDocumentKey, rows: readonly NewChunk[]): Promise<void> {
    if (rows.length === 0) return;
    await db.execute(sql`insert into chunks (id, import_id, index_version_id, document_version, ordinal, text, tokens,
        page, page_end, second, second_end, heading, start_offset, end_offset, content_hash)
      select id, ${key.importId}, ${key.indexVersionId}, ${buildVersionSql(key)}, ordinal, text, tokens, page, "pageEnd",
        second, "secondEnd", heading, "startOffset", "endOffset", "contentHash"
      from json_to_recordset(${JSON.stringify(rows)}::json) as chunk(id text, ordinal int, text text, tokens int,
        page int, "pageEnd" int, second int, "secondEnd" int, heading text, "startOffset" bigint, "endOffset" bigint, "contentHash" text)`);
  },

  async find(db: TenantDb, id: string): Promise<ChunkRow | undefined> {
    const [row] = await db.select().from(chunks).where(eq(chunks.id, id));
    return row;
  },

  async findLast(db: TenantDb, key: IndexedDocumentKey): Promise<ChunkRow | undefined> {
    const [row] = await db
      .select()
      .from(chunks)
      .where(placed(key))
      .orderBy(sql`${chunks.ordinal} desc`)
      .limit(1);
    return row;
  },

  /** Raises the ordinals of the chunks from `ordinal` on, to make room for one chunk. */
  async makeRoom(db: TenantDb, key: IndexedDocumentKey, ordinal: number): Promise<void> {
    await db
      .update(chunks)
      .set({ ordinal: sql`${chunks.ordinal} + 1` })
      .where(and(placed(key), gte(chunks.ordinal, ordinal)));
  },

  async insert(db: TenantDb, row: Omit<ChunkRow, 'tenantId'>): Promise<void> {
    await db.insert(chunks).values(row);
  },

  async update(
    db: TenantDb,
    id: string,
    change: Pick<ChunkRow, 'text' | 'heading' | 'tokens' | 'contentHash' | 'edited'>,
  ): Promise<void> {
    await db.update(chunks).set(change).where(eq(chunks.id, id));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(chunks).where(eq(chunks.id, id));
  },

  count: (db: TenantDb, key: IndexedDocumentKey, search?: string): Promise<number> =>
    db.$count(chunks, and(placed(key), search ? ilike(chunks.text, containing(search)) : undefined)),

  list: (
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

  /** Returns the ids of the first chunks of the shown version of a document in an index version, in order. */
  async listIds(
    db: TenantDb,
    key: { importId: string; indexVersionIds: readonly string[] },
    limit: number,
  ): Promise<string[]> {
    if (key.indexVersionIds.length === 0) return [];
    const rows = await db
      .select({ id: chunks.id })
      .from(chunks)
      .where(
        and(
          eq(chunks.importId, key.importId),
          inArray(chunks.indexVersionId, [...key.indexVersionIds]),
          eq(chunks.documentVersion, buildVersionSql({ importId: key.importId })),
        ),
      )
      .orderBy(asc(chunks.ordinal))
      .limit(limit);
    return rows.map(({ id }) => id);
  },

  /** Returns the chunks within a range of ordinals, in order, without those written by hand. */
  listNeighbours: (
    db: TenantDb,
    range: { importId: string; indexVersionId: string; documentVersion: number; from: number; to: number },
  ): Promise<NeighbourRow[]> =>
    db
      .select({
        id: chunks.id,
        importId: chunks.importId,
        ordinal: chunks.ordinal,
        tokens: chunks.tokens,
        heading: chunks.heading,
        startOffset: chunks.startOffset,
        endOffset: chunks.endOffset,
      })
      .from(chunks)
      .where(
        and(
          eq(chunks.importId, range.importId),
          eq(chunks.indexVersionId, range.indexVersionId),
          eq(chunks.documentVersion, range.documentVersion),
          sql`${chunks.ordinal} between ${range.from} and ${range.to}`,
          eq(chunks.edited, false),
        ),
      )
      .orderBy(asc(chunks.ordinal)),

  /** Lists the chunks that were written by hand in the shown version. */
  listHandwritten: (
    db: TenantDb,
    key: IndexedDocumentKey,
  ): Promise<Pick<ChunkRow, 'ordinal' | 'heading' | 'text'>[]> =>
    db
      .select({ ordinal: chunks.ordinal, heading: chunks.heading, text: chunks.text })
      .from(chunks)
      .where(and(placed(key), eq(chunks.edited, true)))
      .orderBy(asc(chunks.ordinal)),

  /** Lists the heading paths of a version's chunks; empty for a version that is no longer shown. */
  async listHeadings(
    db: TenantDb,
    { importId, documentVersion }: { importId: string; documentVersion: number },
  ): Promise<string[]> {
    const rows = await db
      .selectDistinct({ heading: chunks.heading })
      .from(chunks)
      .where(
        and(
          eq(chunks.importId, importId),
          eq(chunks.documentVersion, documentVersion),
          eq(chunks.edited, false),
        ),
      );
    return rows.flatMap(({ heading }) => heading ?? []);
  },

  /** Returns the number of tokens in the version. Overlapping text is counted twice. */
  async countTokens(db: TenantDb, id: string): Promise<number> {
    const [row] = await db
      .select({ tokens: sql<number>`coalesce(sum(${chunks.tokens}), 0)::float8` })
      .from(chunks)
      .where(eq(chunks.indexVersionId, id));
    return row?.tokens ?? 0;
  },

  countHandwritten: (db: TenantDb, id: string): Promise<number> =>
    db.$count(chunks, and(eq(chunks.indexVersionId, id), eq(chunks.edited, true))),

  /** Returns all chunks of a document in a version, in order and without a limit. */
  listAll: (
    db: TenantDb,
    key: { indexVersionId: string; importId: string; documentVersion: number },
  ): Promise<ChunkRow[]> =>
    db
      .select()
      .from(chunks)
      .where(
        and(
          eq(chunks.indexVersionId, key.indexVersionId),
          eq(chunks.importId, key.importId),
          eq(chunks.documentVersion, key.documentVersion),
        ),
      )
      .orderBy(asc(chunks.ordinal)),

  async removeAll(db: TenantDb, versionId: string, importId: string): Promise<void> {
    await db.delete(chunks).where(and(eq(chunks.indexVersionId, versionId), eq(chunks.importId, importId)));
  },

  async markEdited(db: TenantDb, ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await db
        .update(chunks)
        .set({ edited: true })
        .where(inArray(chunks.id, [...ids]));
  },

  /** Returns the content hashes of a document's chunks in all versions, by chunk id. */
  async listHashes(db: TenantDb, importId: string): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: chunks.id, hash: chunks.contentHash })
      .from(chunks)
      .where(eq(chunks.importId, importId));
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  },

  /** Counts the chunks of each document that is live in a version. */
  async countPublished(db: TenantDb, versionId: string): Promise<{ id: string; chunks: number }[]> {
    const { rows } = await db.execute<{ id: string; chunks: number }>(sql`
      select i.id, (select count(*)::int from chunks c where c.import_id = i.id
        and c.index_version_id = ${versionId} and c.document_version = i.shown_version) as chunks
      from ${documents} i
      where i.id in (${selectPublished(versionId)})`);
    return rows;
  },
};
