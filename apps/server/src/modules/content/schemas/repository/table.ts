import type { CellState, Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { buildPublishedQuery, type SchemaDocument } from './cells.ts';

export interface TableQuery {
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
  const words = `%${(search ?? '').replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const found = search
    ? sql`(d.name ilike ${words} or ${cellWith(schemaId, sql`c.value #>> '{}' ilike ${words}`)})`
    : sql`true`;
  return state ? sql`${found} and ${cellWith(schemaId, sql`c.state = ${state}`)}` : found;
};

export const tableRepository = {
  /** Lists the documents of a schema in the order of a column. Paged by row number, because values change during a run. */
  async list(db: TenantDb, query: TableQuery): Promise<Page<SchemaDocument>> {
    const from = sql`from ${buildPublishedQuery(query)} d where ${conditions(query)}`;
    const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
    const { rows } = await db.execute<SchemaDocument & Record<string, unknown>>(
      sql`select d.* ${from} order by ${buildSortKey(query)} ${direction}, d.id limit ${query.limit + 1} offset ${query.offset}`,
    );
    const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total ${from}`);
    return { rows: rows.map((row) => ({ row, key: '', id: row.id })), total: counted[0]?.total ?? 0 };
  },
};
