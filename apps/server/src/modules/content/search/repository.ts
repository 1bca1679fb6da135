import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { documents } from '../bases/declarations.ts';
import { type ChunkRow, type ImportRow } from '../documents/declarations.ts';
import { foundChunks } from '../indexing/declarations.ts';

/** A chunk and the document that it comes from. */
export interface FoundChunk {
  chunk: ChunkRow;
  document: { id: string; name: string; knowledgeBaseId: string; isEdited: boolean };
  /** The offsets at which further pages, or sections of a recording, begin inside the chunk. */
  positionStarts: (typeof foundChunks.$inferSelect)['positionStarts'];
}

const byIds = defineStatement((db, { ids }: Values<{ ids: readonly string[] }>) =>
  db.select().from(foundChunks).where(sql`${foundChunks.id} = any(${ids}::text[])`),
);

export const foundChunkRepository = {
  /** Returns chunks by id with their documents, in no particular order. Deleted chunks are missing. */
  async list(db: TenantDb, ids: readonly string[]): Promise<FoundChunk[]> {
    if (ids.length === 0) return [];
    const rows = await byIds(db, { ids: [...ids] });
    return rows.map(
      ({ knowledgeBaseId, documentName: name, documentEdited: isEdited, positionStarts, ...chunk }) => ({
        chunk,
        document: { id: chunk.importId, name, knowledgeBaseId, isEdited },
        positionStarts,
      }),
    );
  },
};

/** The dates of a document. */
type DatedDocument = Pick<ImportRow, 'id' | 'metadata' | 'versionAt' | 'createdAt'>;

const columns = {
  DOCUMENT_TYPE: sql`${documents.documentType}`,
  LANGUAGE: sql`${documents.language}`,
  NAME: sql`${documents.name}`,
};

const compare = (column: SQL, { operator, value }: FilterCondition): SQL =>
  operator === 'EQUALS' ? sql`lower(${column}) = lower(${value})` : sql`${column} ilike ${containing(value)}`;

/** A condition on the source of a document: its type (FILE, WEBSITE…), the source's id, or its address. */
const fromSource = (condition: FilterCondition): SQL => {
  const sides = [documents.type, documents.sourceId, documents.url];
  return sql`(${sql.join(
    sides.map((side) => compare(sql`${side}`, condition)),
    sql` or `,
  )})`;
};

const holds = (condition: FilterCondition): SQL => {
  const { field, operator, key, value } = condition;
  switch (field) {
    case 'METADATA':
      return compare(sql`(${documents.metadata} ->> ${key ?? ''})`, condition);
    case 'CATEGORY':
      return sql`exists (select 1 from jsonb_array_elements_text(${documents.categories}) as category(name)
        where ${compare(sql`category.name`, condition)})`;
    case 'SOURCE':
      return fromSource(condition);
    case 'CREATED': {
      const day = new Date(value);
      return operator === 'AFTER'
        ? sql`${documents.createdAt} >= ${day}`
        : sql`${documents.createdAt} < ${day}`;
    }
    default:
      return compare(columns[field], condition);
  }
};

/** Builds a condition for documents that meet every condition of a filter. */
const matchesFilter = (filter: readonly FilterCondition[]): SQL | undefined => and(...filter.map(holds));

const mostSummaries = 200;

export const searchDocumentRepository = {
  /** Returns the ids of the enabled documents that meet every condition of a filter. */
  async listEnabledIds(
    db: TenantDb,
    knowledgeBaseIds: readonly string[],
    filter: readonly FilterCondition[],
  ): Promise<string[]> {
    if (knowledgeBaseIds.length === 0) return [];
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(
        and(
          inArray(documents.knowledgeBaseId, [...knowledgeBaseIds]),
          eq(documents.state, 'ENABLED'),
          matchesFilter(filter),
        ),
      );
    return rows.map(({ id }) => id);
  },

  /** Returns whether a document matches a filter. */
  async matches(db: TenantDb, importId: string, filter: readonly FilterCondition[]): Promise<boolean> {
    const rows = await db
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.id, importId), matchesFilter(filter)));
    return rows.length > 0;
  },

  /** Returns the summaries that contain the most of the words, up to a limit. */
  async listSummaries(
    db: TenantDb,
    knowledgeBaseIds: readonly string[],
    words: readonly string[],
  ): Promise<{ id: string; summary: string }[]> {
    if (words.length === 0 || knowledgeBaseIds.length === 0) return [];
    const held = sql<number>`(${sql.join(
      words.map((word) => sql`(${documents.summary} ilike ${containing(word)})::int`),
      sql` + `,
    )})`;
    const rows = await db
      .select({ id: documents.id, summary: sql<string>`${documents.summary}` })
      .from(documents)
      .where(
        and(
          inArray(documents.knowledgeBaseId, [...knowledgeBaseIds]),
          sql`${documents.summary} is not null`,
          sql`${held} > 0`,
        ),
      )
      .orderBy(sql`${held} desc`, asc(documents.id))
      .limit(mostSummaries);
    return rows;
  },

  async listDated(db: TenantDb, importIds: readonly string[]): Promise<DatedDocument[]> {
    if (importIds.length === 0) return [];
    return db
      .select({
        id: documents.id,
        metadata: documents.metadata,
        versionAt: documents.versionAt,
        createdAt: documents.createdAt,
      })
      .from(documents)
      .where(inArray(documents.id, [...importIds]));
  },
};
