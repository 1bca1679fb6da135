import type { VersionReason } from '@atelier/contracts/content/bases/import-shapes';
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { chunks, documentSections, type ImportRow, knowledgeImports } from '../../bases/index.ts';
import { documentVersions, type KeptChunk, type VersionRow } from './tables.ts';

type NewVersion = Omit<VersionRow, 'tenantId'>;

/** The columns that are set when a version begins. */
export interface BegunVersion {
  version: number;
  versionReason: VersionReason;
  versionBy: string | null;
  versionAt: Date;
}

const of = (importId: string, number: number) =>
  and(eq(documentVersions.importId, importId), eq(documentVersions.number, number));

export const versionRepository = {
  async insert(db: TenantDb, row: NewVersion): Promise<void> {
    await db.insert(documentVersions).values(row);
  },

  /** Begins a version. The document is then not cut for any index. */
  async begin(db: TenantDb, importId: string, begun: BegunVersion): Promise<void> {
    await db
      .update(knowledgeImports)
      .set({ ...begun, chunkedFor: null })
      .where(eq(knowledgeImports.id, importId));
  },

  /** Newest first. */
  list: (db: TenantDb, importId: string): Promise<VersionRow[]> =>
    db
      .select()
      .from(documentVersions)
      .where(eq(documentVersions.importId, importId))
      .orderBy(desc(documentVersions.number)),

  async find(db: TenantDb, importId: string, number: number): Promise<VersionRow | undefined> {
    const [row] = await db.select().from(documentVersions).where(of(importId, number));
    return row;
  },

  /** Deletes versions with their texts. Returns the files that no other version uses. */
  async remove(db: TenantDb, { id, fileId }: ImportRow, numbers: readonly number[]): Promise<string[]> {
    if (numbers.length === 0) return [];
    const gone = await db
      .delete(documentVersions)
      .where(and(eq(documentVersions.importId, id), inArray(documentVersions.number, [...numbers])))
      .returning({ fileId: documentVersions.fileId });
    await db
      .delete(documentSections)
      .where(and(eq(documentSections.importId, id), inArray(documentSections.documentVersion, [...numbers])));
    const left = new Set([fileId, ...(await versionRepository.list(db, id)).map((row) => row.fileId)]);
    return [...new Set(gone.map((row) => row.fileId))].filter((each) => !left.has(each));
  },

  /** Returns the files that only kept versions of these imports use. */
  async listFileIds(db: TenantDb, importIds: readonly string[]): Promise<string[]> {
    if (importIds.length === 0) return [];
    const rows = await db
      .selectDistinct({ fileId: documentVersions.fileId })
      .from(documentVersions)
      .where(
        and(
          inArray(documentVersions.importId, [...importIds]),
          notInArray(
            documentVersions.fileId,
            db
              .select({ fileId: knowledgeImports.fileId })
              .from(knowledgeImports)
              .where(inArray(knowledgeImports.id, [...importIds])),
          ),
        ),
      );
    return rows.map(({ fileId }) => fileId);
  },

  /** Lists the chunks that were written by hand in the shown version. */
  listHandwritten: (
    db: TenantDb,
    key: { importId: string; indexVersionId: string; documentVersion: number },
  ): Promise<KeptChunk[]> =>
    db
      .select({ ordinal: chunks.ordinal, heading: chunks.heading, text: chunks.text })
      .from(chunks)
      .where(
        and(
          eq(chunks.importId, key.importId),
          eq(chunks.indexVersionId, key.indexVersionId),
          eq(chunks.documentVersion, key.documentVersion),
          eq(chunks.edited, true),
        ),
      )
      .orderBy(asc(chunks.ordinal)),

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

  /** Sets the file that the document is read from next. */
  async replaceFile(
    db: TenantDb,
    importId: string,
    content: Pick<ImportRow, 'fileId' | 'size' | 'runId'> & Partial<Pick<ImportRow, 'metadata'>>,
  ): Promise<void> {
    await db.update(knowledgeImports).set(content).where(eq(knowledgeImports.id, importId));
  },

  async addNote(db: TenantDb, importId: string, note: string): Promise<void> {
    await db
      .update(knowledgeImports)
      .set({ note: sql`concat_ws(' ', ${knowledgeImports.note}, ${note}::text)` })
      .where(eq(knowledgeImports.id, importId));
  },
};
