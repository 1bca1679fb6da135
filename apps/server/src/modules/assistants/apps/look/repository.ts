import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { appImages, apps, appVersions } from '../tables.ts';

export type AppImageRow = typeof appImages.$inferSelect;

export const imageRepository = {
  insert: (db: TenantDb, row: Omit<typeof appImages.$inferInsert, 'tenantId'>) =>
    db.insert(appImages).values(row),

  async find(db: TenantDb, appId: string, id: string): Promise<AppImageRow | undefined> {
    const [row] = await db
      .select()
      .from(appImages)
      .where(and(eq(appImages.appId, appId), eq(appImages.id, id)));
    return row;
  },

  /** Deletes the pictures of an app that neither its settings nor one of its versions names. */
  removeUnused: (db: TenantDb, appId: string) =>
    db.delete(appImages).where(
      and(
        eq(appImages.appId, appId),
        sql`not exists (select 1 from ${apps} a where a.id = ${appId}
          and ${appImages.id} in (a.settings ->> 'botIconId', a.settings ->> 'botLogoId'))`,
        sql`not exists (select 1 from ${appVersions} v where v.app_id = ${appId}
          and ${appImages.id} in (v.settings ->> 'botIconId', v.settings ->> 'botLogoId'))`,
      ),
    ),
};
