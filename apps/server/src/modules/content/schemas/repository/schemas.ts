import type { Column } from '@atelier/contracts/content/schemas/schema-shapes';
import { and, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { informationSchemas, type SchemaRowOf } from '../tables.ts';
import { schemaRunType } from '../topic.ts';

export interface SchemaWithRun {
  schema: SchemaRowOf;
  run: RunRow | null;
}

const of = (id: string) => eq(informationSchemas.id, id);
const nameKey = sql`${informationSchemas.name}`;

export const schemaRepository = {
  async find(db: TenantDb, id: string): Promise<SchemaWithRun | undefined> {
    const [row] = await db
      .select({ schema: informationSchemas, run: runs })
      .from(informationSchemas)
      .leftJoin(runs, eq(runs.id, informationSchemas.runId))
      .where(of(id));
    return row;
  },

  listByIds: (db: TenantDb, ids: readonly string[]): Promise<SchemaRowOf[]> =>
    db
      .select()
      .from(informationSchemas)
      .where(inArray(informationSchemas.id, [...ids])),

  /** Lists the ids of those whose name contains the text, newest first. */
  async listIdsNamed(db: TenantDb, search: string, limit: number): Promise<string[]> {
    const rows = await db
      .select({ id: informationSchemas.id })
      .from(informationSchemas)
      .where(ilike(informationSchemas.name, containing(search)))
      .orderBy(desc(informationSchemas.createdAt))
      .limit(limit);
    return rows.map(({ id }) => id);
  },

  /** Locks the schema against other changes until the transaction ends. */
  async lock(db: TenantDb, id: string): Promise<void> {
    await db.select({ id: informationSchemas.id }).from(informationSchemas).where(of(id)).for('update');
  },

  list(
    db: TenantDb,
    filter: { knowledgeBaseIds: readonly string[]; search?: string | undefined },
    page: PageOrder<'name'>,
  ): Promise<Page<SchemaWithRun>> {
    const ids = JSON.stringify(filter.knowledgeBaseIds);
    const where: SQL | undefined = and(
      sql`${informationSchemas.knowledgeBaseId} in (select json_array_elements_text(${ids}::json))`,
      filter.search ? ilike(informationSchemas.name, containing(filter.search)) : undefined,
    );
    const selected = db
      .select({ schema: informationSchemas, run: runs, ...placeColumns(nameKey, informationSchemas.id) })
      .from(informationSchemas)
      .leftJoin(runs, eq(runs.id, informationSchemas.runId));
    return readPage(db, selected, {
      page,
      key: nameKey,
      id: informationSchemas.id,
      where,
      from: informationSchemas,
    });
  },

  /** Lists the knowledge bases that have a schema. */
  listBases: async (db: TenantDb): Promise<string[]> =>
    (await db.selectDistinct({ id: informationSchemas.knowledgeBaseId }).from(informationSchemas)).map(
      ({ id }) => id,
    ),

  async insert(
    db: TenantDb,
    row: { id: string; knowledgeBaseId: string; name: string; columns: Column[] },
  ): Promise<void> {
    await db.insert(informationSchemas).values(row);
  },

  async update(db: TenantDb, id: string, change: Partial<SchemaRowOf>): Promise<void> {
    await db
      .update(informationSchemas)
      .set({ ...change, updatedAt: sql`now()` })
      .where(of(id));
  },

  /** Adds a cost, in micro-credits. */
  async addSpent(db: TenantDb, id: string, amount: number): Promise<void> {
    if (amount === 0) return;
    const { spent, runSpent } = informationSchemas;
    await db
      .update(informationSchemas)
      .set({ spent: sql`${spent} + ${amount}`, runSpent: sql`${runSpent} + ${amount}` })
      .where(of(id));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(informationSchemas).where(of(id));
  },

  /** Lists the schemas of a knowledge base that runs refer to, including deleted ones. */
  listRunSubjects: async (db: TenantDb, knowledgeBaseId: string): Promise<string[]> =>
    (
      await db
        .selectDistinct({ id: runs.subjectId })
        .from(runs)
        .where(and(eq(runs.kind, schemaRunType.kind), eq(runs.scopeId, knowledgeBaseId)))
    ).flatMap(({ id }) => (id === null ? [] : [id])),
};
