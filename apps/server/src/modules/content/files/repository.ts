import { and, asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { GlobalDb, TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type FileRow, files, storedObjects } from './tables.ts';

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
