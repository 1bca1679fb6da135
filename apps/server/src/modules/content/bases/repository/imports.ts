import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import { and, asc, count, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containing } from '../../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import { buildOrder, type FoundRows, keysetAfter, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, type RunStatus, runs } from '../../../../kernel/runs/index.ts';
import { type ImportRow, knowledgeImports } from '../tables.ts';
import { documentReading } from './document-reading.ts';

/** An import with its latest run, from which its status follows. */
export interface ImportWithRun {
  import: ImportRow;
  run: Pick<RunRow, 'status' | 'stage' | 'progress' | 'cause' | 'note' | 'finishedAt'>;
  /** The name of the oldest document with the same content; null if that is this document itself. */
  sameAs: string | null;
}

const earlier = alias(knowledgeImports, 'earlier');
const isEarlierCopy = and(
  eq(earlier.knowledgeBaseId, knowledgeImports.knowledgeBaseId),
  eq(earlier.sha256, knowledgeImports.sha256),
  sql`(${earlier.createdAt}, ${earlier.id}) < (${knowledgeImports.createdAt}, ${knowledgeImports.id})`,
);

const columns = {
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

const sortKeys = {
  name: sql`lower(${knowledgeImports.name})`,
  createdAt: sql`${knowledgeImports.createdAt}`,
  size: sql`${knowledgeImports.size}`,
  chunkCount: sql`${knowledgeImports.chunkCount}`,
};
export type ImportSort = keyof typeof sortKeys;

export interface ImportFilter {
  knowledgeBaseId: string;
  search?: string | undefined;
  statuses?: readonly RunStatus[] | undefined;
  sourceId?: string | undefined;
  type?: ImportRow['type'] | undefined;
  documentType?: ImportRow['documentType'] | undefined;
  language?: ImportRow['language'] | undefined;
  category?: string | undefined;
}

const labelled = ({ documentType, language, category }: ImportFilter): SQL | undefined =>
  and(
    documentType ? eq(knowledgeImports.documentType, documentType) : undefined,
    language ? eq(knowledgeImports.language, language) : undefined,
    category ? sql`${knowledgeImports.categories} @> ${JSON.stringify([category])}::jsonb` : undefined,
  );

const conditions = (filter: ImportFilter): SQL | undefined => {
  const { knowledgeBaseId, search, statuses, sourceId, type } = filter;
  return and(
    eq(knowledgeImports.knowledgeBaseId, knowledgeBaseId),
    search ? ilike(knowledgeImports.name, containing(search)) : undefined,
    statuses ? inArray(runs.status, [...statuses]) : undefined,
    sourceId ? eq(knowledgeImports.sourceId, sourceId) : undefined,
    type ? eq(knowledgeImports.type, type) : undefined,
    labelled(filter),
  );
};

const joined = (db: TenantDb) =>
  db.select(columns).from(knowledgeImports).innerJoin(runs, eq(runs.id, knowledgeImports.runId));

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

export const importRepository = {
  ...documentReading,

  /** Finds the newest documents whose name contains a text. */
  searchByName: (
    db: TenantDb,
    { search, limit, visible }: { search: string; limit: number; visible: SQL | undefined },
  ) =>
    db
      .select({
        id: knowledgeImports.id,
        name: knowledgeImports.name,
        knowledgeBaseId: knowledgeImports.knowledgeBaseId,
      })
      .from(knowledgeImports)
      .where(and(ilike(knowledgeImports.name, containing(search)), visible))
      .orderBy(desc(knowledgeImports.createdAt))
      .limit(limit),

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
    const [found] = await joined(db).where(and(eq(knowledgeImports.id, id), visible));
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
      : joined(db).where(and(inArray(knowledgeImports.id, [...ids]), visible)),

  /** Like `listByIds`, without their runs, which may have been deleted already. */
  listRows: async (db: TenantDb, ids: readonly string[]): Promise<ImportRow[]> =>
    db
      .select()
      .from(knowledgeImports)
      .where(inArray(knowledgeImports.id, [...ids])),

  /** Lists the ids of those whose name contains the text, newest first. */
  async listIdsNamed(db: TenantDb, search: string, limit: number): Promise<string[]> {
    const isNamed = ilike(knowledgeImports.name, containing(search));
    const found = db.select({ id: knowledgeImports.id }).from(knowledgeImports).where(isNamed);
    return (await found.orderBy(desc(knowledgeImports.createdAt)).limit(limit)).map(({ id }) => id);
  },

  listUnfinished: (db: TenantDb, knowledgeBaseId: string): Promise<ImportWithRun[]> =>
    joined(db)
      .where(conditions({ knowledgeBaseId, statuses: ['QUEUED', 'RUNNING', 'WAITING'] }))
      .orderBy(asc(knowledgeImports.createdAt), asc(knowledgeImports.id)),

  /** Returns the rows of a page, as `closePage` takes them. */
  async list(
    db: TenantDb,
    filter: ImportFilter,
    page: PageOrder<ImportSort>,
  ): Promise<FoundRows<ImportWithRun>> {
    const key = sortKeys[page.sort];
    const rows = await db
      .select({ ...columns, key: sql<string>`${key}::text` })
      .from(knowledgeImports)
      .innerJoin(runs, eq(runs.id, knowledgeImports.runId))
      .where(and(conditions(filter), keysetAfter(key, knowledgeImports.id, page)))
      .orderBy(...buildOrder(key, knowledgeImports.id, page))
      .limit(page.limit + 1);
    return rows.map(({ key, ...row }) => ({ row, key, id: row.import.id }));
  },

  async count(db: TenantDb, filter: ImportFilter): Promise<number> {
    const [all] = await db
      .select({ total: count() })
      .from(knowledgeImports)
      .innerJoin(runs, eq(runs.id, knowledgeImports.runId))
      .where(conditions(filter));
    return all?.total ?? 0;
  },

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
