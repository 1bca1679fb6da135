import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { documents } from '../../bases/declarations.ts';
import { contentRepository } from '../repository/content.ts';
import { documentVersions, type ImportRow, type VersionRow } from '../tables.ts';

type NewVersion = Omit<VersionRow, 'tenantId'>;

const of = (importId: string, number: number) =>
  and(eq(documentVersions.importId, importId), eq(documentVersions.number, number));

export const versionRepository = {
  async insert(db: TenantDb, row: NewVersion): Promise<void> {
    await db.insert(documentVersions).values(row);
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
    await contentRepository.removeSections(db, id, numbers);
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
              .select({ fileId: documents.fileId })
              .from(documents)
              .where(inArray(documents.id, [...importIds])),
          ),
        ),
      );
    return rows.map(({ fileId }) => fileId);
  },
};
