import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  chunks,
  containing,
  documentSections,
  type ImportRow,
  knowledgeImports,
  type SectionRow,
} from '../../bases/index.ts';
import { dateOf } from './date-of.ts';

const columns = {
  DOCUMENT_TYPE: sql`${knowledgeImports.documentType}`,
  LANGUAGE: sql`${knowledgeImports.language}`,
  NAME: sql`${knowledgeImports.name}`,
};

const compare = (column: SQL, { operator, value }: FilterCondition): SQL =>
  operator === 'EQUALS' ? sql`lower(${column}) = lower(${value})` : sql`${column} ilike ${containing(value)}`;

/** A condition on the source of a document: its type (FILE, WEBSITE…), the source's id, or its address. */
const fromSource = (condition: FilterCondition): SQL => {
  const sides = [knowledgeImports.type, knowledgeImports.sourceId, knowledgeImports.url];
  return sql`(${sql.join(
    sides.map((side) => compare(sql`${side}`, condition)),
    sql` or `,
  )})`;
};

const holds = (condition: FilterCondition): SQL => {
  const { field, operator, key, value } = condition;
  switch (field) {
    case 'METADATA':
      return compare(sql`(${knowledgeImports.metadata} ->> ${key ?? ''})`, condition);
    case 'CATEGORY':
      return sql`exists (select 1 from jsonb_array_elements_text(${knowledgeImports.categories}) as category(name)
        where ${compare(sql`category.name`, condition)})`;
    case 'SOURCE':
      return fromSource(condition);
    case 'CREATED': {
      const day = new Date(value);
      return operator === 'AFTER'
        ? sql`${knowledgeImports.createdAt} >= ${day}`
        : sql`${knowledgeImports.createdAt} < ${day}`;
    }
    default:
      return compare(columns[field], condition);
  }
};

/** Builds a condition for documents that meet every condition of a filter. */
export const matchesFilter = (filter: readonly FilterCondition[]): SQL | undefined =>
  and(...filter.map(holds));

/** A chunk in the neighbourhood of a hit. */
export interface NeighbourRow {
  id: string;
  importId: string;
  ordinal: number;
  tokens: number;
  heading: string | null;
  startOffset: number;
  endOffset: number;
}

/** A part of a document's text. */
export interface TextPart {
  importId: string;
  startOffset: number;
  text: string;
}

const mostSummaries = 200;

export const searchDocumentRepository = {
  async listIds(
    db: TenantDb,
    knowledgeBaseIds: readonly string[],
    { filter, state }: { filter: readonly FilterCondition[]; state: ImportRow['state'] },
  ): Promise<string[]> {
    if (knowledgeBaseIds.length === 0) return [];
    const rows = await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(
        and(
          inArray(knowledgeImports.knowledgeBaseId, [...knowledgeBaseIds]),
          eq(knowledgeImports.state, state),
          matchesFilter(filter),
        ),
      );
    return rows.map(({ id }) => id);
  },

  /** Returns whether a document matches a filter. */
  async matches(db: TenantDb, importId: string, filter: readonly FilterCondition[]): Promise<boolean> {
    const rows = await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(and(eq(knowledgeImports.id, importId), matchesFilter(filter)));
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
      words.map((word) => sql`(${knowledgeImports.summary} ilike ${containing(word)})::int`),
      sql` + `,
    )})`;
    const rows = await db
      .select({ id: knowledgeImports.id, summary: sql<string>`${knowledgeImports.summary}` })
      .from(knowledgeImports)
      .where(
        and(
          inArray(knowledgeImports.knowledgeBaseId, [...knowledgeBaseIds]),
          sql`${knowledgeImports.summary} is not null`,
          sql`${held} > 0`,
        ),
      )
      .orderBy(sql`${held} desc`, asc(knowledgeImports.id))
      .limit(mostSummaries);
    return rows;
  },

  async datesOf(db: TenantDb, importIds: readonly string[]): Promise<Map<string, Date>> {
    if (importIds.length === 0) return new Map();
    const rows = await db
      .select({
        id: knowledgeImports.id,
        metadata: knowledgeImports.metadata,
        versionAt: knowledgeImports.versionAt,
        createdAt: knowledgeImports.createdAt,
      })
      .from(knowledgeImports)
      .where(inArray(knowledgeImports.id, [...importIds]));
    return new Map(rows.map((row) => [row.id, dateOf(row)]));
  },

  /** Returns the first chunks of documents, in order. */
  async listFirstChunks(
    db: TenantDb,
    within: { importIds: readonly string[]; versionIds: readonly string[]; each: number },
  ): Promise<{ id: string; importId: string }[]> {
    const { importIds, versionIds, each } = within;
    if (importIds.length === 0 || versionIds.length === 0) return [];
    return db
      .select({ id: chunks.id, importId: chunks.importId })
      .from(chunks)
      .innerJoin(knowledgeImports, eq(knowledgeImports.id, chunks.importId))
      .where(
        and(
          inArray(chunks.importId, [...importIds]),
          inArray(chunks.indexVersionId, [...versionIds]),
          eq(chunks.documentVersion, knowledgeImports.shownVersion),
          sql`${chunks.ordinal} < ${each}`,
        ),
      )
      .orderBy(asc(chunks.importId), asc(chunks.ordinal));
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

  /** Returns the parts of a document's text between two offsets. They do not overlap. */
  listText: (
    db: TenantDb,
    range: { importId: string; documentVersion: number; start: number; end: number },
  ): Promise<(TextPart & Pick<SectionRow, 'page' | 'second'>)[]> =>
    db
      .select({
        importId: documentSections.importId,
        startOffset: documentSections.startOffset,
        text: documentSections.text,
        page: documentSections.page,
        second: documentSections.second,
      })
      .from(documentSections)
      .where(
        and(
          eq(documentSections.importId, range.importId),
          eq(documentSections.documentVersion, range.documentVersion),
          sql`${documentSections.startOffset} < ${range.end}`,
          sql`${documentSections.startOffset} + length(${documentSections.text}) > ${range.start}`,
        ),
      )
      .orderBy(asc(documentSections.startOffset)),

  /** Returns the ids of a document's chunks in an index version, in order, up to a limit. */
  async listChunkIds(db: TenantDb, importId: string, indexVersionId: string): Promise<string[]> {
    const rows = await db
      .select({ id: chunks.id })
      .from(chunks)
      .innerJoin(knowledgeImports, eq(knowledgeImports.id, chunks.importId))
      .where(
        and(
          eq(chunks.importId, importId),
          eq(chunks.indexVersionId, indexVersionId),
          eq(chunks.documentVersion, knowledgeImports.shownVersion),
        ),
      )
      .orderBy(asc(chunks.ordinal))
      .limit(2000);
    return rows.map(({ id }) => id);
  },

  /** Returns whether a document's text contains these words, with any white space between them. */
  async holdsText(db: TenantDb, importId: string, text: string): Promise<boolean> {
    const rows = await db
      .select({ ordinal: documentSections.ordinal })
      .from(documentSections)
      .where(and(eq(documentSections.importId, importId), holdsWords(text)))
      .limit(1);
    return rows.length > 0;
  },

  /** Returns a document of a knowledge base whose text contains these words. */
  async findHolder(db: TenantDb, knowledgeBaseId: string, text: string): Promise<string | undefined> {
    const [row] = await db
      .select({ id: knowledgeImports.id })
      .from(documentSections)
      .innerJoin(knowledgeImports, eq(knowledgeImports.id, documentSections.importId))
      .where(and(eq(knowledgeImports.knowledgeBaseId, knowledgeBaseId), holdsWords(text)))
      .limit(1);
    return row?.id;
  },
};

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const holdsWords = (text: string): SQL =>
  sql`lower(regexp_replace(${documentSections.text}, '\\s+', ' ', 'g')) like ${containing(plain(text))}`;
