import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../../kernel/db/tenant-db.ts';
import { runs } from '../../../kernel/runs/index.ts';
import { type FileRow, files, runFileHolders as holders, runFiles, storedObjects } from './tables.ts';

type NewFile = Omit<FileRow, 'tenantId' | 'createdAt'>;

const batch = 500;

export const fileRepository = {
  async insert(db: TenantDb, tenantId: string, file: NewFile): Promise<void> {
    await db.insert(storedObjects).values({ storageKey: file.storageKey, tenantId });
    await db.insert(files).values(file);
  },

  async insertMany(db: TenantDb, tenantId: string, rows: readonly NewFile[]): Promise<void> {
    const json = JSON.stringify(rows);
    await Promise.all([
      db.execute(sql`insert into stored_objects (storage_key, tenant_id)
        select "storageKey", ${tenantId} from json_to_recordset(${json}::json) as file("storageKey" text)`),
      db.execute(sql`insert into files (id, storage_key, name, mime, size, sha256)
        select id, "storageKey", name, mime, size, sha256 from json_to_recordset(${json}::json)
          as file(id text, "storageKey" text, name text, mime text, size bigint, sha256 text)`),
    ]);
  },

  async find(db: TenantDb, id: string): Promise<FileRow | undefined> {
    const [row] = await db.select().from(files).where(eq(files.id, id));
    return row;
  },

  /** `ids` selects the ids of files. */
  list: (db: TenantDb, ids: SQL): Promise<FileRow[]> =>
    db.select().from(files).where(sql`${files.id} in (${ids})`),

  /** Deletes the rows of files. Returns the keys of the objects that no row refers to any more. */
  async remove(db: TenantDb, ids: readonly string[]): Promise<string[]> {
    const removed = await db
      .delete(files)
      .where(inArray(files.id, [...ids]))
      .returning({ storageKey: files.storageKey });
    const keys = removed.map(({ storageKey }) => storageKey);
    if (keys.length > 0) await db.delete(storedObjects).where(inArray(storedObjects.storageKey, keys));
    return keys;
  },

  async listReferenced(db: TenantDb | GlobalDb, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .select({ storageKey: storedObjects.storageKey })
      .from(storedObjects)
      .where(inArray(storedObjects.storageKey, [...keys]));
    return new Set(rows.map(({ storageKey }) => storageKey));
  },

  async countAll(db: TenantDb): Promise<{ count: number; bytes: number }> {
    const [all] = await db
      .select({ count: count(), bytes: sql<string>`coalesce(sum(${files.size}), 0)::text` })
      .from(files);
    return { count: all?.count ?? 0, bytes: Number(all?.bytes ?? 0) };
  },

  /** The next storage keys of the tenant after `after`, in order; '' begins. */
  async listObjects(db: TenantDb, tenantId: string, after: string): Promise<string[]> {
    const rows = await db
      .select({ key: storedObjects.storageKey })
      .from(storedObjects)
      .where(and(eq(storedObjects.tenantId, tenantId), gt(storedObjects.storageKey, after)))
      .orderBy(asc(storedObjects.storageKey))
      .limit(batch);
    return rows.map(({ key }) => key);
  },
};

/** The holder of a file: a run, or, before a run exists, the thing for which the file was stored. */
export type Holder = { runId: string } | { scopeId: string };

/** The most files of a run that are listed. */
const mostListed = 1000;

const heldBy = (db: TenantDb, runId: string) =>
  db
    .select({ fileId: holders.fileId })
    .from(holders)
    .where(and(eq(holders.runId, runId)));

const isHeld = (db: TenantDb) =>
  db.select({ one: sql`1` }).from(holders).where(eq(holders.fileId, runFiles.fileId));

export const runFileRepository = {
  async insert(db: TenantDb, fileId: string, scopeId: string): Promise<void> {
    await db.insert(runFiles).values({ fileId, scopeId });
  },

  /** Lets a run hold those of the files that a holder has. A file of a scope can be taken only while no run holds it. */
  async hold(
    db: TenantDb,
    runId: string,
    { ids, from }: { ids: readonly string[]; from: Holder },
  ): Promise<void> {
    const mine =
      'runId' in from
        ? inArray(runFiles.fileId, heldBy(db, from.runId))
        : and(eq(runFiles.scopeId, from.scopeId), notExists(isHeld(db)));
    const found = await db
      .select({ fileId: runFiles.fileId })
      .from(runFiles)
      .where(and(inArray(runFiles.fileId, [...ids]), mine));
    if (found.length === 0) return;
    await db
      .insert(holders)
      .values(found.map(({ fileId }) => ({ runId, fileId })))
      .onConflictDoNothing();
  },

  /** Lets a run hold all files of another. */
  async holdAll(db: TenantDb, runId: string, ofRunId: string): Promise<void> {
    await db.execute(sql`insert into ${holders} (run_id, file_id)
      select ${runId}, file_id from ${holders} where run_id = ${ofRunId} on conflict do nothing`);
  },

  /** Finds a file that a run holds, or that was stored for a scope. */
  async find(db: TenantDb, fileId: string, holder: Holder): Promise<FileRow | undefined> {
    const isTheirs =
      'runId' in holder
        ? inArray(files.id, heldBy(db, holder.runId))
        : inArray(
            files.id,
            db.select({ fileId: runFiles.fileId }).from(runFiles).where(eq(runFiles.scopeId, holder.scopeId)),
          );
    const [row] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, fileId), isTheirs));
    return row;
  },

  /** The files that a run holds, in the order in which they were stored. */
  list: (db: TenantDb, runId: string): Promise<FileRow[]> =>
    db
      .select(getTableColumns(files))
      .from(files)
      .where(inArray(files.id, heldBy(db, runId)))
      .orderBy(asc(files.createdAt), asc(files.id))
      .limit(mostListed),

  /** Lets changes of the files of a run wait for each other. */
  async lock(db: TenantDb, runId: string): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${runId}`}, 0))`);
  },

  /** Lets go of a file. Returns whether the run held it, and whether nobody holds it now. */
  async release(db: TenantDb, runId: string, fileId: string): Promise<{ wasHeld: boolean; isIdle: boolean }> {
    const gone = await db
      .delete(holders)
      .where(and(eq(holders.runId, runId), eq(holders.fileId, fileId)))
      .returning({ fileId: holders.fileId });
    const isIdle = (await db.$count(holders, eq(holders.fileId, fileId))) === 0;
    return { wasHeld: gone.length > 0, isIdle };
  },

  /** Lets nobody take the file until the transaction ends. Returns whether a run that has not ended holds it. */
  async lockFile(db: TenantDb, fileId: string): Promise<{ isInUse: boolean } | undefined> {
    const [row] = await db
      .select({ fileId: runFiles.fileId })
      .from(runFiles)
      .where(eq(runFiles.fileId, fileId))
      .for('update');
    if (!row) return undefined;
    const open = await db
      .select({ id: runs.id })
      .from(holders)
      .innerJoin(runs, eq(runs.id, holders.runId))
      .where(and(eq(holders.fileId, fileId), isNull(runs.finishedAt)))
      .limit(1);
    return { isInUse: open.length > 0 };
  },

  async measure(db: TenantDb): Promise<{ items: number; bytes: number }> {
    const [sum] = await db
      .select({ items: count(), bytes: sql<string>`coalesce(sum(${files.size}), 0)::text` })
      .from(runFiles)
      .innerJoin(files, eq(files.id, runFiles.fileId));
    return { items: sum?.items ?? 0, bytes: Number(sum?.bytes ?? 0) };
  },
};
