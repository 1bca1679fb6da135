import { and, asc, count, eq, gt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { files, storedObjects } from '../tables.ts';

const batch = 500;

/** Reads what a tenant owns, for its deletion. */
export const holdingsRepository = {
  async countFiles(db: TenantDb): Promise<{ count: number; bytes: number }> {
    const [all] = await db
      .select({ count: count(), bytes: sql<string>`coalesce(sum(${files.size}), 0)::text` })
      .from(files);
    return { count: all?.count ?? 0, bytes: Number(all?.bytes ?? 0) };
  },

  /** Lists the next keys of stored objects after `after`, which is '' at the start. */
  async listObjects(db: TenantDb, tenantId: string, after: string): Promise<string[]> {
    const rows = await db
      .select({ key: storedObjects.storageKey })
      .from(storedObjects)
      .where(and(eq(storedObjects.tenantId, tenantId), gt(storedObjects.storageKey, after)))
      .orderBy(asc(storedObjects.storageKey))
      .limit(batch);
    return rows.map(({ key }) => key);
  },

  /** True while an event of the tenant has not been delivered to all subscribers. */
  async hasOpenEvents(db: TenantDb): Promise<boolean> {
    const { rows } = await db.execute<{ open: boolean }>(sql`select exists (select 1 from events) as open`);
    return rows[0]?.open ?? false;
  },
};
