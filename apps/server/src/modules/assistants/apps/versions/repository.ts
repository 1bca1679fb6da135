import { and, eq, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { appVersions } from '../tables.ts';

export type VersionRow = typeof appVersions.$inferSelect;

/** A version with the name of its author, and with the settings of the version before it that still exists. */
export interface ListedVersion {
  row: VersionRow;
  authorName: string | null;
  earlier: VersionRow['settings'] | null;
}

const key = sql`${appVersions.version}`;

const at = (appId: string, version: number) =>
  and(eq(appVersions.appId, appId), eq(appVersions.version, version));

export const versionRepository = {
  list(db: TenantDb, appId: string, page: PageOrder<'version'>): Promise<Page<ListedVersion>> {
    const ofApp = eq(appVersions.appId, appId);
    const selected = db
      .select({
        row: appVersions,
        authorName: sql<
          string | null
        >`(select p.name from ${userProfiles} p where p.id = ${appVersions.createdBy})`,
        earlier: sql<VersionRow['settings'] | null>`(select e.settings from ${appVersions} e
          where e.app_id = ${appVersions}.app_id and e.version < ${appVersions}.version order by e.version desc limit 1)`,
        ...placeColumns(key, appVersions.appId),
      })
      .from(appVersions);
    return readPage(db, selected, { page, key, id: appVersions.appId, where: ofApp, from: appVersions });
  },

  async find(db: TenantDb, appId: string, version: number): Promise<VersionRow | undefined> {
    const [row] = await db.select().from(appVersions).where(at(appId, version));
    return row;
  },

  remove: async (db: TenantDb, appId: string, version: number): Promise<boolean> =>
    (await db.delete(appVersions).where(at(appId, version)).returning({ version: appVersions.version }))
      .length > 0,
};
