import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { workerRecordFiles, workerRecords } from '../tables.ts';

interface NewFiles {
  recordId: string;
  element: 'INPUT' | 'OUTPUT';
  fileIds: readonly string[];
  /** The place of the first one. */
  from?: number;
}

/** The files of records. */
export const recordFiles = {
  async add(db: TenantDb, { recordId, element, fileIds, from = 0 }: NewFiles): Promise<void> {
    if (fileIds.length === 0) return;
    const rows = fileIds.map((fileId, at) => ({ recordId, fileId, element, place: from + at }));
    await db.insert(workerRecordFiles).values(rows);
  },

  /** Returns true when the output at a place has stored its file. */
  async hasOutput(db: TenantDb, recordId: string, place: number): Promise<boolean> {
    const rows = await db
      .select({ fileId: workerRecordFiles.fileId })
      .from(workerRecordFiles)
      .where(
        and(
          eq(workerRecordFiles.recordId, recordId),
          eq(workerRecordFiles.element, 'OUTPUT'),
          eq(workerRecordFiles.place, place),
        ),
      );
    return rows.length > 0;
  },

  /** Returns true when a file that the record was given is still stored. */
  async hasInput(db: TenantDb, recordId: string): Promise<boolean> {
    const files = await this.list(db, recordId);
    return files.some(({ element }) => element === 'INPUT');
  },

  /** Lists the files of a record, those of its input first. */
  list: (db: TenantDb, recordId: string) =>
    db
      .select({ fileId: workerRecordFiles.fileId, element: workerRecordFiles.element })
      .from(workerRecordFiles)
      .where(eq(workerRecordFiles.recordId, recordId))
      .orderBy(asc(workerRecordFiles.element), asc(workerRecordFiles.place)),

  /** Finds the record that has a file. */
  async findRecord(db: TenantDb, fileId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ recordId: workerRecordFiles.recordId })
      .from(workerRecordFiles)
      .where(eq(workerRecordFiles.fileId, fileId));
    return row?.recordId;
  },

  /** Lists the ids of the files of all records of a worker. */
  async listOfWorker(db: TenantDb, workerId: string): Promise<string[]> {
    const ofWorker = db
      .select({ id: workerRecords.id })
      .from(workerRecords)
      .where(eq(workerRecords.workerId, workerId));
    const rows = await db
      .select({ fileId: workerRecordFiles.fileId })
      .from(workerRecordFiles)
      .where(inArray(workerRecordFiles.recordId, ofWorker));
    return rows.map(({ fileId }) => fileId);
  },
};
