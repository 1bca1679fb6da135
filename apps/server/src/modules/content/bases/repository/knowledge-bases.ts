import { and, eq, ilike, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  documents,
  type IndexVersionRow,
  indexVersions,
  type KnowledgeBaseRow,
  type KnowledgeBaseWithIndex,
  knowledgeBases,
} from '../tables.ts';

/** The data of a knowledge base that a search reads, including the ids of its disabled documents, which are never found. */
export interface SearchedBase extends KnowledgeBaseWithIndex {
  disabled: readonly string[];
}

const sortKeys = {
  name: sql`lower(${knowledgeBases.name})`,
  createdAt: sql`${knowledgeBases.createdAt}`,
  updatedAt: sql`${knowledgeBases.updatedAt}`,
};
export type KnowledgeBaseSort = keyof typeof sortKeys;

const withIndex = (db: TenantDb, where: SQL | undefined) =>
  db
    .select({ base: knowledgeBases, index: indexVersions })
    .from(knowledgeBases)
    .innerJoin(indexVersions, eq(indexVersions.id, knowledgeBases.activeIndexVersion))
    .where(where);

const disabledDocuments = sql<string[]>`array(select ${documents.id} from ${documents}
  where ${documents.knowledgeBaseId} = ${knowledgeBases.id} and ${documents.state} = 'DISABLED')`;

const byId = defineStatement((db, { id }: Values<{ id: string }>, visible: SQL | undefined) =>
  withIndex(db, and(eq(knowledgeBases.id, id), visible)),
);

const byIds = defineStatement((db, { ids }: Values<{ ids: readonly string[] }>, visible: SQL | undefined) =>
  withIndex(db, and(sql`${knowledgeBases.id} = any(${ids})`, visible)),
);

const searchedByIds = defineStatement(
  (db, { ids }: Values<{ ids: readonly string[] }>, visible: SQL | undefined) =>
    db
      .select({ base: knowledgeBases, index: indexVersions, disabled: disabledDocuments })
      .from(knowledgeBases)
      .innerJoin(indexVersions, eq(indexVersions.id, knowledgeBases.activeIndexVersion))
      .where(and(sql`${knowledgeBases.id} = any(${ids})`, visible)),
);

type ChangedColumn =
  | 'name'
  | 'description'
  | 'languageModelId'
  | 'retrieval'
  | 'status'
  | 'share'
  | 'summarize'
  | 'imageHandling'
  | 'dataStructure';

type NewBase = Pick<
  KnowledgeBaseRow,
  'id' | 'name' | 'description' | 'languageModelId' | 'retrieval' | 'imageHandling'
>;
type NewIndex = Pick<
  IndexVersionRow,
  'id' | 'chunking' | 'language' | 'format' | 'embeddingModelId' | 'vectorStore' | 'connectionId'
>;

export const knowledgeBaseRepository = {
  async insert(db: TenantDb, base: NewBase, index: NewIndex): Promise<void> {
    await db.insert(knowledgeBases).values({ ...base, activeIndexVersion: index.id });
    await db.insert(indexVersions).values({ ...index, knowledgeBaseId: base.id, status: 'ACTIVE' });
  },

  isAny: async (db: TenantDb): Promise<boolean> =>
    (await db.select({ id: knowledgeBases.id }).from(knowledgeBases).limit(1)).length > 0,

  async find(db: TenantDb, id: string, visible?: SQL): Promise<KnowledgeBaseWithIndex | undefined> {
    const [found] = await byId(db, { id }, visible);
    return found;
  },

  listByIds: (db: TenantDb, ids: readonly string[], visible?: SQL): Promise<KnowledgeBaseWithIndex[]> =>
    ids.length === 0 ? Promise.resolve([]) : byIds(db, { ids }, visible),

  /** Reads everything that a search needs from knowledge bases before it ranks, in one statement. */
  listSearched: (db: TenantDb, ids: readonly string[], visible?: SQL): Promise<SearchedBase[]> =>
    ids.length === 0 ? Promise.resolve([]) : searchedByIds(db, { ids }, visible),

  /** Lists those whose ids a statement selects. */
  listSelected: async (db: TenantDb, ids: SQL, visible?: SQL): Promise<KnowledgeBaseWithIndex[]> =>
    withIndex(db, and(sql`${knowledgeBases.id} in (${ids})`, visible)),

  /** Returns the models that embed the questions to those of the knowledge bases that are searched. */
  async embeddingModels(db: TenantDb, ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectDistinct({ modelId: indexVersions.embeddingModelId })
      .from(knowledgeBases)
      .innerJoin(indexVersions, eq(indexVersions.id, knowledgeBases.activeIndexVersion))
      .where(
        and(
          inArray(knowledgeBases.id, [...ids]),
          eq(knowledgeBases.status, 'ON'),
          isNotNull(indexVersions.dimensions),
        ),
      );
    return rows.flatMap(({ modelId }) => modelId ?? []);
  },

  /** Returns which of them exist, and their status. They stay locked against switching and deletion until the transaction ends. */
  hold: async (db: TenantDb, ids: readonly string[]): Promise<Pick<KnowledgeBaseRow, 'id' | 'status'>[]> =>
    ids.length === 0
      ? []
      : db
          .select({ id: knowledgeBases.id, status: knowledgeBases.status })
          .from(knowledgeBases)
          .where(inArray(knowledgeBases.id, [...ids]))
          .for('key share'),

  /** Returns, in lower case, those of the names that are already taken. */
  async taken(db: TenantDb, names: readonly string[]): Promise<string[]> {
    const wanted = names.map((name) => name.toLowerCase());
    const rows = await db
      .select({ name: sql<string>`lower(${knowledgeBases.name})` })
      .from(knowledgeBases)
      .where(inArray(sql`lower(${knowledgeBases.name})`, wanted));
    return rows.map(({ name }) => name);
  },

  count: (db: TenantDb): Promise<number> => db.$count(knowledgeBases),

  /** Locks the knowledge base: uploads into it wait until the transaction ends. */
  async lock(db: TenantDb, id: string): Promise<KnowledgeBaseRow | undefined> {
    const [row] = await db.select().from(knowledgeBases).where(eq(knowledgeBases.id, id)).for('update');
    return row;
  },

  list(
    db: TenantDb,
    page: PageOrder<KnowledgeBaseSort> & { search?: string | undefined; visible?: SQL | undefined },
  ): Promise<Page<KnowledgeBaseWithIndex>> {
    const { search, visible } = page;
    const filter = and(search ? ilike(knowledgeBases.name, containing(search)) : undefined, visible);
    const key = sortKeys[page.sort];
    const selected = db
      .select({ base: knowledgeBases, index: indexVersions, ...placeColumns(key, knowledgeBases.id) })
      .from(knowledgeBases)
      .innerJoin(indexVersions, eq(indexVersions.id, knowledgeBases.activeIndexVersion));
    return readPage(db, selected, { page, key, id: knowledgeBases.id, where: filter, from: knowledgeBases });
  },

  async update(
    db: TenantDb,
    id: string,
    change: { [Column in ChangedColumn]?: KnowledgeBaseRow[Column] | undefined },
  ): Promise<boolean> {
    const changed = await db
      .update(knowledgeBases)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(knowledgeBases.id, id))
      .returning({ id: knowledgeBases.id });
    return changed.length > 0;
  },

  async touch(db: TenantDb, id: string): Promise<void> {
    await db.update(knowledgeBases).set({ updatedAt: sql`now()` }).where(eq(knowledgeBases.id, id));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(knowledgeBases).where(eq(knowledgeBases.id, id));
  },

  async countUnchanged(db: TenantDb, id: string): Promise<void> {
    await db
      .update(knowledgeBases)
      .set({ unchangedFiles: sql`${knowledgeBases.unchangedFiles} + 1` })
      .where(eq(knowledgeBases.id, id));
  },
};
