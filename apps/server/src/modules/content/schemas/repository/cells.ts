import type {
  CellReader,
  CellState,
  CellValue,
  Column,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { publishedChunks, publishedDocuments } from '../../indexing/declarations.ts';
import { type CellRow, schemaCells } from '../tables.ts';

export interface SchemaDocument {
  id: string;
  name: string;
  version: number;
}

/** A chunk that can be found now. Offsets count in the text of its document. */
export type DocumentChunk = Pick<
  typeof publishedChunks.$inferSelect,
  'id' | 'heading' | 'text' | 'tokens' | 'page' | 'second' | 'startOffset' | 'endOffset' | 'edited'
>;

/** The documents of a knowledge base that can be found now. */
const buildPublishedQuery = ({ knowledgeBaseId }: { knowledgeBaseId: string }): SQL =>
  sql`(select id, name, version from ${publishedDocuments} where knowledge_base_id = ${knowledgeBaseId})`;

export interface NewCell {
  columnId: string;
  columnRevision: number;
  state: CellState;
  reader: CellReader;
  value: CellValue;
  chunkId?: string | null;
  quote?: string | null;
  start?: number | null;
  end?: number | null;
  page?: number | null;
  second?: number | null;
  cause?: string | null;
}

/** Determines which cells count as read. */
export interface Reading {
  schemaId: string;
  knowledgeBaseId: string;
  columns: readonly { columnId: string; revision: number }[];
  /** True for a run by rules. In a run with a model, values that rules have read count as unread. */
  byRules: boolean;
  /** The run. Cells that failed in it are not tried again in the same run. */
  runId: string;
}

const rows = async <T extends object>(db: TenantDb, query: SQL) =>
  (await db.execute<T & Record<string, unknown>>(query)).rows;

const isCurrent = ({ byRules, runId }: Pick<Reading, 'byRules' | 'runId'>) => sql`(c.state = 'EDITED'
  or (c.document_version = d.version and c.column_revision = k.revision
    and (c.state <> 'FAILED' or c.run_id = ${runId}) and (c.reader <> 'RULES' or ${byRules})))`;

/** Builds a query of each document with each column that must be read in it. */
const unread = (reading: Reading) => sql`
  from ${buildPublishedQuery(reading)} d
  cross join json_to_recordset(${JSON.stringify(reading.columns)}::json) as k("columnId" text, revision int)
  where not exists (select 1 from schema_cells c where c.schema_id = ${reading.schemaId}
    and c.import_id = d.id and c.column_id = k."columnId" and ${isCurrent(reading)})`;

export const cellRepository = {
  listUnread: (db: TenantDb, reading: Reading, limit: number) =>
    rows<SchemaDocument & { columns: string[] }>(
      db,
      sql`select d.id, d.name, d.version, array_agg(k."columnId") as columns ${unread(reading)}
        group by d.id, d.name, d.version order by d.id limit ${limit}`,
    ),

  async count(db: TenantDb, reading: Reading) {
    const [found] = await rows<{ total: number; pending: number; failed: number }>(
      db,
      sql`select (select count(*)::int from ${buildPublishedQuery(reading)} a) as total,
        (select count(distinct d.id)::int ${unread(reading)}) as pending,
        (select count(distinct c.import_id)::int from schema_cells c
          join ${buildPublishedQuery(reading)} p on p.id = c.import_id
          where c.schema_id = ${reading.schemaId} and c.state = 'FAILED') as failed`,
    );
    return found ?? { total: 0, pending: 0, failed: 0 };
  },

  /** Returns the length of each document that must be read. */
  listLengths: (db: TenantDb, reading: Reading) =>
    rows<{ tokens: number; columns: number }>(
      db,
      sql`select u.columns, coalesce((select sum(c.tokens)::int from ${publishedChunks} c
          where c.import_id = u.id and c.document_version = u.version), 0) as tokens
        from (select d.id, d.version, count(*)::int as columns ${unread(reading)} group by d.id, d.version) u`,
    ),

  /** Returns the chunks of a document that can be found now, in the order of the text. */
  listChunks: (db: TenantDb, importId: string): Promise<DocumentChunk[]> =>
    db
      .select({
        id: publishedChunks.id,
        heading: publishedChunks.heading,
        text: publishedChunks.text,
        tokens: publishedChunks.tokens,
        page: publishedChunks.page,
        second: publishedChunks.second,
        startOffset: publishedChunks.startOffset,
        endOffset: publishedChunks.endOffset,
        edited: publishedChunks.edited,
      })
      .from(publishedChunks)
      .where(eq(publishedChunks.importId, importId))
      .orderBy(asc(publishedChunks.ordinal)),

  async findDocument(
    db: TenantDb,
    knowledgeBaseId: string,
    importId: string,
  ): Promise<SchemaDocument | undefined> {
    const [found] = await rows<SchemaDocument>(
      db,
      sql`select d.id, d.name, d.version from ${buildPublishedQuery({ knowledgeBaseId })} d where d.id = ${importId}`,
    );
    return found;
  },

  /** Stores cells that were read. Cells edited by users stay. The caller holds the document. */
  async put(
    db: TenantDb,
    target: { schemaId: string; document: Pick<SchemaDocument, 'id' | 'version'>; runId: string | null },
    cells: readonly NewCell[],
  ): Promise<void> {
    const values = JSON.stringify(cells);
    await db.execute(sql`insert into schema_cells (schema_id, import_id, column_id, state, reader, value, chunk_id, quote,
        start_offset, end_offset, page, second, cause, document_version, column_revision, run_id)
      select ${target.schemaId}, ${target.document.id}, e."columnId", e.state, e.reader, e.value, e."chunkId", e.quote, e.start, e."end",
        e.page, e.second, e.cause, ${target.document.version}::int, e."columnRevision", ${target.runId}
      from jsonb_to_recordset(${values}::jsonb) as e("columnId" text, state text, reader text, value jsonb,
        "chunkId" text, quote text, start bigint, "end" bigint, page int, second int, cause text, "columnRevision" int)
      on conflict (tenant_id, schema_id, import_id, column_id) do update set (state, reader, value, chunk_id, quote,
          start_offset, end_offset, page, second, cause, document_version, column_revision, run_id, updated_at)
        = (excluded.state, excluded.reader, excluded.value, excluded.chunk_id, excluded.quote, excluded.start_offset,
          excluded.end_offset, excluded.page, excluded.second, excluded.cause, excluded.document_version,
          excluded.column_revision, excluded.run_id, now())
        where schema_cells.state <> 'EDITED' or excluded.state = 'EDITED'`);
  },

  listCells: (db: TenantDb, schemaId: string, importIds: readonly string[]): Promise<CellRow[]> =>
    db
      .select()
      .from(schemaCells)
      .where(
        and(
          eq(schemaCells.schemaId, schemaId),
          sql`${schemaCells.importId} in (select json_array_elements_text(${JSON.stringify(importIds)}::json))`,
        ),
      ),

  async remove(
    db: TenantDb,
    target: { schemaId: string; columnId: string; importId?: string | undefined },
  ): Promise<void> {
    await db
      .delete(schemaCells)
      .where(
        and(
          eq(schemaCells.schemaId, target.schemaId),
          eq(schemaCells.columnId, target.columnId),
          target.importId === undefined ? undefined : eq(schemaCells.importId, target.importId),
        ),
      );
  },
};

interface TableQuery {
  schemaId: string;
  knowledgeBaseId: string;
  /** The column to sort by; undefined sorts by the document's name. */
  sortBy: Column | undefined;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  search?: string | undefined;
  state?: CellState | undefined;
}

/** Sorts numbers as numbers, and dates and texts as texts. Cells without a value come first. */
const buildSortKey = ({ sortBy, schemaId }: TableQuery): SQL => {
  if (!sortBy) return sql`lower(d.name)`;
  const value = sql`(select c.value #>> '{}' from schema_cells c where c.schema_id = ${schemaId}
    and c.import_id = d.id and c.column_id = ${sortBy.columnId})`;
  return sortBy.type === 'NUMBER'
    ? sql`coalesce(${value}::numeric, '-Infinity'::numeric)`
    : sql`coalesce(lower(${value}), '')`;
};

const cellWith = (schemaId: string, condition: SQL): SQL =>
  sql`exists (select 1 from schema_cells c where c.schema_id = ${schemaId} and c.import_id = d.id and ${condition})`;

const conditions = ({ schemaId, search, state }: TableQuery): SQL => {
  const words = containing(search ?? '');
  const found = search
    ? sql`(d.name ilike ${words} or ${cellWith(schemaId, sql`c.value #>> '{}' ilike ${words}`)})`
    : sql`true`;
  return state ? sql`${found} and ${cellWith(schemaId, sql`c.state = ${state}`)}` : found;
};

export const tableRepository = {
  /** Lists the documents of a schema in the order of a column. Paged by row number, because values change during a run. */
  async list(db: TenantDb, query: TableQuery): Promise<{ rows: SchemaDocument[]; total: number }> {
    const from = sql`from ${buildPublishedQuery(query)} d where ${conditions(query)}`;
    const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
    const { rows } = await db.execute<SchemaDocument & Record<string, unknown>>(
      sql`select d.* ${from} order by ${buildSortKey(query)} ${direction}, d.id limit ${query.limit + 1} offset ${query.offset}`,
    );
    const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
    return { rows, total: counted[0]?.total ?? 0 };
  },
};
