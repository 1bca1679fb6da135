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

/** A document comes from a source by its type (FILE, WEBSITE…), by the source's id, or by its address. */
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

/** Documents for which every condition holds. */
export const matchesFilter = (filter: readonly FilterCondition[]): SQL | undefined =>
  and(...filter.map(holds));

/** A chunk among its neighbours. */
export interface NeighbourRow {
  id: string;
  importId: string;
  ordinal: number;
  tokens: number;
  heading: string | null;
  startOffset: number;
  endOffset: number;
}

/** A stretch of a document's text. */
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

  /** Whether one document holds to a filter. */
  async matches(db: TenantDb, importId: string, filter: readonly FilterCondition[]): Promise<boolean> {
    const rows = await db
      .select({ id: knowledgeImports.id })
      .from(knowledgeImports)
      .where(and(eq(knowledgeImports.id, importId), matchesFilter(filter)));
    return rows.length > 0;
  },

  /** The summaries that hold the most of the words, a bounded number of them. */
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

  /** The first chunks of documents, in their order. */
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

  /** The chunks around a place of a document that repeat its text word for word, in their order. */
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

  /** What of a document's text lies between two offsets; the parts do not overlap. */
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

  /** The chunks of a document for an index version, in their order; a bounded number. */
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

  /** Whether the text that was read from a document holds these words, whatever the white space between them. */
  async holdsText(db: TenantDb, importId: string, text: string): Promise<boolean> {
    const rows = await db
      .select({ ordinal: documentSections.ordinal })
      .from(documentSections)
      .where(and(eq(documentSections.importId, importId), holdsWords(text)))
      .limit(1);
    return rows.length > 0;
  },

  /** A document of a knowledge base whose text holds these words. */
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
