import { and, asc, eq, ilike, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../kernel/db/define-statement.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { EntityRows } from '../../../kernel/entities/entity-rows.ts';
import { type AppRow, appImages, appKnowledgeBases, apps, appVersions } from './tables.ts';

export interface AppFilter {
  search?: string | undefined;
  access?: AppRow['access'] | undefined;
  active?: boolean | undefined;
  visible?: SQL | undefined;
}

const conditions = ({ search, access, active, visible }: AppFilter): SQL | undefined =>
  and(
    visible,
    active === undefined ? undefined : eq(apps.active, active),
    search ? ilike(apps.name, containing(search)) : undefined,
    access ? eq(apps.access, access) : undefined,
  );

const sortable = {
  name: sql`lower(${apps.name})`,
  createdAt: sql`${apps.createdAt}`,
  updatedAt: sql`${apps.updatedAt}`,
};

const linksOf = defineStatement((db, { appIds }: Values<{ appIds: readonly string[] }>) =>
  db
    .select()
    .from(appKnowledgeBases)
    .where(sql`${appKnowledgeBases.appId} = any(${appIds})`)
    .orderBy(asc(appKnowledgeBases.ordinal)),
);

const usesOf = defineStatement((db, { ids }: Values<{ ids: readonly string[] }>, visible: SQL | undefined) =>
  db
    .select({ appId: apps.id, name: apps.name, knowledgeBaseId: appKnowledgeBases.knowledgeBaseId })
    .from(appKnowledgeBases)
    .innerJoin(apps, eq(apps.id, appKnowledgeBases.appId))
    .where(and(sql`${appKnowledgeBases.knowledgeBaseId} = any(${ids})`, visible))
    .orderBy(asc(apps.name)),
);

/** An app with the ids of its knowledge bases, in their order. */
export interface LinkedApp {
  row: AppRow;
  knowledgeBaseIds: string[];
}

/** The ids of the app's knowledge bases, in their order. */
const knowledgeBaseIds = sql<
  string[]
>`array(select ${appKnowledgeBases.knowledgeBaseId} from ${appKnowledgeBases}
  where ${appKnowledgeBases.appId} = ${apps.id} order by ${appKnowledgeBases.ordinal})`;

const linkedById = defineStatement((db, { id }: Values<{ id: string }>, visible: SQL | undefined) =>
  db
    .select({ row: apps, knowledgeBaseIds })
    .from(apps)
    .where(and(eq(apps.id, id), visible)),
);

export const appRepository = Object.assign(new EntityRows(apps, conditions), {
  /** Lists the names of the apps that another app answers. */
  async answeredBy(db: TenantDb, id: string): Promise<string[]> {
    const rows = await db
      .select({ name: apps.name })
      .from(apps)
      .where(and(eq(apps.orchestration, 'APP'), sql`${apps.settings} ->> 'answererId' = ${id}`))
      .orderBy(asc(apps.name));
    return rows.map(({ name }) => name);
  },

  /** True when all these pictures belong to the app. */
  async ownsImages(db: TenantDb, appId: string, imageIds: readonly string[]): Promise<boolean> {
    const ids = [...new Set(imageIds)];
    if (ids.length === 0) return true;
    const rows = await db
      .select({ id: appImages.id })
      .from(appImages)
      .where(and(eq(appImages.appId, appId), inArray(appImages.id, ids)));
    return rows.length === ids.length;
  },

  markReady: (db: TenantDb, id: string) =>
    db
      .update(apps)
      .set({ state: 'READY' })
      .where(and(eq(apps.id, id), eq(apps.state, 'PROCESSING'))),

  async findLinked(db: TenantDb, id: string, visible?: SQL): Promise<LinkedApp | undefined> {
    const [found] = await linkedById(db, { id }, visible);
    return found;
  },

  insertVersion: (db: TenantDb, row: Omit<typeof appVersions.$inferInsert, 'tenantId'>) =>
    db.insert(appVersions).values(row),

  list(db: TenantDb, filter: AppFilter, page: PageOrder<keyof typeof sortable>): Promise<Page<LinkedApp>> {
    const where = conditions(filter);
    const key = sortable[page.sort];
    const selected = db.select({ row: apps, knowledgeBaseIds, ...placeColumns(key, apps.id) }).from(apps);
    return readPage(db, selected, { page, key, id: apps.id, where, from: apps });
  },

  async replaceKnowledgeBases(db: TenantDb, appId: string, ids: readonly string[]): Promise<void> {
    await db.delete(appKnowledgeBases).where(eq(appKnowledgeBases.appId, appId));
    if (ids.length === 0) return;
    await db
      .insert(appKnowledgeBases)
      .values(ids.map((knowledgeBaseId, ordinal) => ({ appId, knowledgeBaseId, ordinal })));
  },

  async knowledgeBaseIds(db: TenantDb, appId: string): Promise<string[]> {
    const rows = await linksOf(db, { appIds: [appId] });
    return rows.map((row) => row.knowledgeBaseId);
  },

  /** Lists the visible apps that use any of the knowledge bases, by name. */
  listUses: (db: TenantDb, ids: readonly string[], visible: SQL | undefined) => usesOf(db, { ids }, visible),

  isAny: async (db: TenantDb): Promise<boolean> =>
    (await db.select({ id: apps.id }).from(apps).limit(1)).length > 0,

  /** Lists the names of apps; with a knowledge base or an answerer, only of those that answer from it or through it. */
  listNames: (
    db: TenantDb,
    {
      visible,
      knowledgeBaseId,
      answererId,
    }: {
      visible: SQL | undefined;
      knowledgeBaseId?: string | undefined;
      answererId?: string | undefined;
    },
  ): Promise<{ id: string; name: string }[]> =>
    db
      .select({ id: apps.id, name: apps.name })
      .from(apps)
      .where(
        and(
          visible,
          knowledgeBaseId === undefined
            ? undefined
            : sql`exists (select 1 from ${appKnowledgeBases} where ${appKnowledgeBases.appId} = ${apps.id}
                and ${appKnowledgeBases.knowledgeBaseId} = ${knowledgeBaseId})`,
          answererId === undefined
            ? undefined
            : and(ne(apps.orchestration, 'BASIC'), sql`${apps.settings} ->> 'answererId' = ${answererId}`),
        ),
      ),

  /** Returns which of the names are taken, in lower case. */
  async taken(db: TenantDb, names: readonly string[]): Promise<string[]> {
    const wanted = names.map((name) => name.toLowerCase());
    const rows = await db
      .select({ name: sql<string>`lower(${apps.name})` })
      .from(apps)
      .where(inArray(sql`lower(${apps.name})`, wanted));
    return rows.map(({ name }) => name);
  },
});
