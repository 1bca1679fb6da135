import { and, asc, eq, gte, inArray, lt, lte, max, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { documents } from '../../bases/declarations.ts';
import type { DocumentKey, IndexedDocumentKey } from '../../indexing/declarations.ts';
import { chunks, documentSections, type NewSection, type SectionRow } from '../tables.ts';
import { buildVersionSql, placed } from './chunks.ts';

const buildSectionFilter = (key: DocumentKey) =>
  and(
    eq(documentSections.importId, key.importId),
    eq(documentSections.documentVersion, buildVersionSql(key)),
  );

/** A part of a document's text. */
export type TextPart = Pick<SectionRow, 'importId' | 'startOffset' | 'text' | 'page' | 'second'>;

/** The text of documents in sections, and all data of a document that was stored for an index version. */
export const contentRepository = {
  async insertSections(db: TenantDb, key: DocumentKey, rows: readonly NewSection[]): Promise<void> {
    if (rows.length === 0) return;
    await db.execute(sql`insert into document_sections (import_id, document_version, ordinal, page, second, start_offset,
        text)
      select ${key.importId}, ${buildVersionSql(key)}, ordinal, page, second, "startOffset", text
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as section(ordinal int, page int, second int, "startOffset" bigint, text text)`);
  },

  async removeDocument(db: TenantDb, key: IndexedDocumentKey): Promise<void> {
    await db.delete(chunks).where(placed(key));
    await db.delete(documentSections).where(buildSectionFilter(key));
  },

  /** Returns the index of the section that contains the offset `at`. */
  async findSectionAt(db: TenantDb, key: DocumentKey, at: number): Promise<number> {
    const [row] = await db
      .select({ ordinal: max(documentSections.ordinal) })
      .from(documentSections)
      .where(and(buildSectionFilter(key), lte(documentSections.startOffset, at)));
    return row?.ordinal ?? 0;
  },

  /** Lists the first `limit` sections that contain any of the offsets. */
  async listSectionsAt(
    db: TenantDb,
    key: DocumentKey,
    offsets: readonly number[],
    limit: number,
  ): Promise<SectionRow[]> {
    if (offsets.length === 0) return [];
    const ordinalAt = (at: number) =>
      db
        .select({ ordinal: max(documentSections.ordinal) })
        .from(documentSections)
        .where(and(buildSectionFilter(key), lte(documentSections.startOffset, at)));
    return db
      .select()
      .from(documentSections)
      .where(
        and(buildSectionFilter(key), or(...offsets.map((at) => eq(documentSections.ordinal, ordinalAt(at))))),
      )
      .orderBy(asc(documentSections.ordinal))
      .limit(limit);
  },

  listSections: (db: TenantDb, key: DocumentKey, from: number, limit: number): Promise<SectionRow[]> =>
    db
      .select()
      .from(documentSections)
      .where(
        and(
          buildSectionFilter(key),
          gte(documentSections.ordinal, from),
          lt(documentSections.ordinal, from + limit),
        ),
      )
      .orderBy(asc(documentSections.ordinal)),

  /** Returns the beginning of a document's text. */
  async readBeginning(db: TenantDb, key: DocumentKey, length: number): Promise<string> {
    const rows = await db
      .select({ text: documentSections.text })
      .from(documentSections)
      .where(and(buildSectionFilter(key), lt(documentSections.startOffset, length)))
      .orderBy(asc(documentSections.ordinal));
    return joinBeginning(rows, length);
  },

  countSections: (db: TenantDb, key: DocumentKey): Promise<number> =>
    db.$count(documentSections, buildSectionFilter(key)),

  async measureText(
    db: TenantDb,
    { importId, documentVersion }: { importId: string; documentVersion: number },
  ): Promise<number> {
    const [row] = await db
      .select({ length: sql<string>`coalesce(sum(length(${documentSections.text})), 0)` })
      .from(documentSections)
      .where(
        and(eq(documentSections.importId, importId), eq(documentSections.documentVersion, documentVersion)),
      );
    return Number(row?.length ?? 0);
  },

  /** Returns the parts of a document's text between two offsets. They do not overlap. */
  listBetween: (
    db: TenantDb,
    range: { importId: string; documentVersion: number; start: number; end: number },
  ): Promise<TextPart[]> =>
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

  async removeSections(db: TenantDb, importId: string, versions: readonly number[]): Promise<void> {
    await db
      .delete(documentSections)
      .where(
        and(
          eq(documentSections.importId, importId),
          inArray(documentSections.documentVersion, [...versions]),
        ),
      );
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
      .select({ id: documents.id })
      .from(documentSections)
      .innerJoin(documents, eq(documents.id, documentSections.importId))
      .where(and(eq(documents.knowledgeBaseId, knowledgeBaseId), holdsWords(text)))
      .limit(1);
    return row?.id;
  },
};

/** Returns the beginning of the text that sections make up. */
const joinBeginning = (sections: readonly Pick<SectionRow, 'text'>[], length: number): string => {
  let beginning = '';
  for (const { text } of sections) {
    if (beginning.length >= length) break;
    beginning += beginning === '' ? text : `\n\n${text}`;
  }
  return beginning.slice(0, length);
};

const holdsWords = (text: string): SQL =>
  sql`lower(regexp_replace(${documentSections.text}, '\\s+', ' ', 'g')) like ${containing(text.replace(/\s+/g, ' ').trim().toLowerCase())}`;
