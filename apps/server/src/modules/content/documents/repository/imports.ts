import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { runs } from '../../../../kernel/runs/index.ts';
import { selectActiveIndex, visibleKnowledge } from '../../bases/declarations.ts';
import { type ImportRow, type ImportWithRun, knowledgeImports } from '../tables.ts';

const earlier = alias(knowledgeImports, 'earlier');
const isEarlierCopy = and(
  eq(earlier.knowledgeBaseId, knowledgeImports.knowledgeBaseId),
  eq(earlier.sha256, knowledgeImports.sha256),
  sql`(${earlier.createdAt}, ${earlier.id}) < (${knowledgeImports.createdAt}, ${knowledgeImports.id})`,
);

/** The condition for the documents of the knowledge bases that the actor may see. */
export const visibleImports = (ctx: AnyCtx): SQL | undefined =>
  visibleKnowledge.through(ctx, knowledgeImports.knowledgeBaseId);

export const importColumns = {
  import: knowledgeImports,
  run: {
    status: runs.status,
    stage: runs.stage,
    progress: runs.progress,
    cause: runs.cause,
    note: runs.note,
    finishedAt: runs.finishedAt,
  },
  sameAs: sql<string | null>`(select ${earlier.name} from ${knowledgeImports} earlier where ${isEarlierCopy}
    order by ${earlier.createdAt}, ${earlier.id} limit 1)`,
};

export const selectImports = (db: TenantDb) =>
  db.select(importColumns).from(knowledgeImports).innerJoin(runs, eq(runs.id, knowledgeImports.runId));

type NewImport = Pick<
  ImportRow,
  'id' | 'knowledgeBaseId' | 'fileId' | 'name' | 'type' | 'size' | 'sha256' | 'runId' | keyof DocumentLabels
> &
  Partial<Pick<ImportRow, 'sourceId' | 'externalId' | 'url' | 'metadata'>>;

/** The columns of a document to change. Those that are undefined stay as they are. */
export type ImportChange = {
  [Column in Exclude<keyof ImportRow, 'tenantId' | 'id' | 'knowledgeBaseId' | 'createdAt'>]?:
    | ImportRow[Column]
    | undefined;
};

type NewUpload = Omit<NewImport, 'sourceId' | 'externalId' | 'url' | 'metadata'>;

/** The columns that identify a file: two imports of a knowledge base with equal values hold the same file. */
type Content = Pick<ImportRow, 'sha256' | 'name'>;

/** Declared, so that it leaves at once: what is sent after it is executed under the locks. */
const lockKeys = defineStatement((db, { keys }: Values<{ keys: string }>) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from json_array_elements_text(${keys}::json) as key`),
);

const isAmong = (ids: readonly string[]): SQL =>
  sql`${knowledgeImports.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;

/** The properties of a document that are known after it was read. */
type ReadDocument = Pick<
  ImportRow,
  'id' | 'shownVersion' | 'pageCount' | 'chunkCount' | 'charCount' | 'chunkedFor' | 'note' | 'encoding'
>;
type ShownDocument = Pick<ImportRow, 'id' | 'charCount' | 'summaryState' | 'summaryKind'>;

export const importRepository = {
  /**
   * Selects the files and the keys of documents, by which other modules store their contents: the current version, and the active index
   * version of the knowledge base.
   */
  selectKeys: (ids: readonly string[]): SQL => sql`
    select ${knowledgeImports.id} as "importId", ${knowledgeImports.version} as "documentVersion",
      ${selectActiveIndex(knowledgeImports.knowledgeBaseId)} as "indexVersionId", ${knowledgeImports.fileId} as "fileId"
    from ${knowledgeImports} where ${isAmong(ids)}`,

  /** Selects the knowledge bases of documents. */
  selectKnowledgeBases: (ids: readonly string[]): SQL =>
    sql`select ${knowledgeImports.knowledgeBaseId} from ${knowledgeImports} where ${isAmong(ids)}`,

  /** Shows the versions of documents that were read completely, and returns the data that decides whether they are summarised. */
  async showRead(db: TenantDb, read: readonly ReadDocument[]): Promise<ShownDocument[]> {
    const { rows } = await db.execute<{ [Column in keyof ShownDocument]: ShownDocument[Column] }>(sql`
      update ${knowledgeImports} i set shown_version = r."shownVersion", page_count = r."pageCount", chunk_count = r."chunkCount",
        char_count = r."charCount", chunked_for = r."chunkedFor", note = r.note,
        encoding = r.encoding
      from json_to_recordset(${JSON.stringify(read)}::json) as r(id text, "shownVersion" int, "pageCount" int, "chunkCount" int,
        "charCount" bigint, "chunkedFor" text, note text, encoding jsonb)
      where i.id = r.id
      returning i.id, i.char_count::float8 as "charCount", i.summary_state as "summaryState", i.summary_kind as "summaryKind"`);
    return rows;
  },

  async insert(db: TenantDb, row: NewImport): Promise<void> {
    await db.insert(knowledgeImports).values(row);
  },

  /** Inserts uploaded documents of one knowledge base. */
  async insertUploads(db: TenantDb, rows: readonly NewUpload[]): Promise<void> {
    await db.execute(sql`insert into knowledge_imports (id, knowledge_base_id, file_id, name, type, size, sha256, run_id,
        document_type, language, categories)
      select id, "knowledgeBaseId", "fileId", name, type, size, sha256, "runId", "documentType", language, categories
      from json_to_recordset(${JSON.stringify(rows)}::json) as import(id text, "knowledgeBaseId" text, "fileId" text, name text,
        type text, size bigint, sha256 text, "runId" text, "documentType" text, language text, categories jsonb)`);
  },

  /**
   * Serialises simultaneous uploads of the same files. The locks are taken in sorted order, so that no deadlock can arise.
   */
  async lockContents(db: TenantDb, knowledgeBaseId: string, contents: readonly Content[]): Promise<void> {
    const keys = contents.map(({ sha256, name }) => `${knowledgeBaseId} ${sha256} ${name}`).sort();
    await lockKeys(db, { keys: JSON.stringify(keys) });
  },

  /** Finds documents of a knowledge base that have the same name and content as one of these files. */
  async listSame(
    db: TenantDb,
    knowledgeBaseId: string,
    contents: readonly Content[],
  ): Promise<(Content & { id: string })[]> {
    const wanted = contents.map(({ sha256, name }) => ({ sha256, name }));
    const { rows } = await db.execute<Content & { id: string }>(sql`
      select i.id, i.sha256, i.name from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted(sha256 text, name text)
      cross join lateral (select id, sha256, name from ${knowledgeImports} i where i.knowledge_base_id = ${knowledgeBaseId}
        and i.sha256 = wanted.sha256 and i.name = wanted.name limit 1) i`);
    return rows;
  },

  async find(db: TenantDb, id: string, visible?: SQL): Promise<ImportWithRun | undefined> {
    const [found] = await selectImports(db).where(and(eq(knowledgeImports.id, id), visible));
    return found;
  },

  /** Like `find`, but locks the import: no other transaction can order a run for it until this one ends. */
  async lock(db: TenantDb, id: string): Promise<ImportWithRun | undefined> {
    await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(eq(knowledgeImports.id, id))
      .for('no key update');
    // A second statement sees changes that were committed while the first one waited for the lock.
    return importRepository.find(db, id);
  },

  listByIds: (db: TenantDb, ids: readonly string[], visible?: SQL): Promise<ImportWithRun[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : selectImports(db).where(and(inArray(knowledgeImports.id, [...ids]), visible)),

  /** Like `listByIds`, without their runs, which may have been deleted already. */
  listRows: async (db: TenantDb, ids: readonly string[]): Promise<ImportRow[]> =>
    db.select().from(knowledgeImports).where(isAmong(ids)),

  listIds: (db: TenantDb, knowledgeBaseId: string): Promise<Pick<ImportRow, 'id' | 'fileId'>[]> =>
    db
      .select({ id: knowledgeImports.id, fileId: knowledgeImports.fileId })
      .from(knowledgeImports)
      .where(eq(knowledgeImports.knowledgeBaseId, knowledgeBaseId)),

  /** Locks and returns the document, whose run may already be deleted. */
  async lockRow(db: TenantDb, id: string): Promise<ImportRow | undefined> {
    const [row] = await db
      .select()
      .from(knowledgeImports)
      .where(eq(knowledgeImports.id, id))
      .for('no key update');
    return row;
  },

  /** Returns whether the document exists, and locks it against deletion until the transaction ends. */
  async hold(db: TenantDb, id: string): Promise<boolean> {
    const rows = await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(eq(knowledgeImports.id, id))
      .for('key share');
    return rows.length > 0;
  },

  async update(db: TenantDb, id: string, change: ImportChange): Promise<void> {
    if (Object.values(change).every((value) => value === undefined)) return;
    await db.update(knowledgeImports).set(change).where(eq(knowledgeImports.id, id));
  },

  async addNote(db: TenantDb, id: string, note: string): Promise<void> {
    await db
      .update(knowledgeImports)
      .set({ note: sql`concat_ws(' ', ${knowledgeImports.note}, ${note}::text)` })
      .where(eq(knowledgeImports.id, id));
  },

  /** Stores the outcome of a summary, unless a user wrote one meanwhile. Returns whether it was stored. */
  async endSummary(db: TenantDb, id: string, change: ImportChange): Promise<boolean> {
    const written = await db
      .update(knowledgeImports)
      .set(change)
      .where(and(eq(knowledgeImports.id, id), eq(knowledgeImports.summaryState, 'IN-PROGRESS')))
      .returning({ id: knowledgeImports.id });
    return written.length > 0;
  },

  /** Records for which index version documents were split, and into how many chunks, except for those that are to be read again. */
  async setCut(
    db: TenantDb,
    versionId: string,
    counts: readonly { id: string; chunks: number }[],
  ): Promise<void> {
    await db.execute(sql`update ${knowledgeImports} i set chunked_for = ${versionId}, chunk_count = cut.chunks
      from json_to_recordset(${JSON.stringify(counts)}::json) as cut(id text, chunks int)
      where i.id = cut.id and i.version = i.shown_version`);
  },

  /** Locks documents in the order of their ids, as every transaction does, so that no deadlock can arise. */
  async lockAll(db: TenantDb, ids: readonly string[]): Promise<void> {
    await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(inArray(knowledgeImports.id, [...ids]))
      .orderBy(asc(knowledgeImports.id))
      .for('update');
  },

  async remove(db: TenantDb, ids: readonly string[]): Promise<void> {
    await importRepository.lockAll(db, ids);
    await db.delete(knowledgeImports).where(inArray(knowledgeImports.id, [...ids]));
  },
};
