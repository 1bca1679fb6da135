import { eq, getTableColumns, ilike, inArray, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type StoredRefusal, type ToolRow, tools } from './tables.ts';

const sortable = {
  name: sql`lower(${tools.name})`,
  createdAt: sql`${tools.createdAt}`,
  updatedAt: sql`${tools.updatedAt}`,
};

interface ListOrder extends PageOrder<keyof typeof sortable> {
  search?: string | undefined;
}

export type NewToolRow = Omit<typeof tools.$inferInsert, 'tenantId'>;

const named = (search: string) => ilike(tools.name, containing(search));

export const toolRepository = {
  insert: (db: TenantDb, rows: NewToolRow[]): Promise<ToolRow[]> =>
    rows.length === 0 ? Promise.resolve([]) : db.insert(tools).values(rows).returning(),

  async update(db: TenantDb, id: string, change: Partial<NewToolRow>): Promise<ToolRow | undefined> {
    const [row] = await db
      .update(tools)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(tools.id, id))
      .returning();
    return row;
  },

  /** Stores that a provider refused a tool, which is no change by somebody; null when it takes it now. */
  noteRefusal: (db: TenantDb, id: string, refusal: StoredRefusal | null) =>
    db.update(tools).set({ refusal }).where(eq(tools.id, id)),

  async find(db: TenantDb, id: string): Promise<ToolRow | undefined> {
    const [row] = await db.select().from(tools).where(eq(tools.id, id));
    return row;
  },

  listByIds: (db: TenantDb, ids: readonly string[]): Promise<ToolRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(tools)
          .where(inArray(tools.id, [...ids])),

  listOfConnections: (
    db: TenantDb,
    connectionIds: readonly string[],
  ): Promise<Pick<ToolRow, 'id' | 'name' | 'connectionId'>[]> =>
    db
      .select({ id: tools.id, name: tools.name, connectionId: tools.connectionId })
      .from(tools)
      .where(inArray(tools.connectionId, [...connectionIds])),

  async remove(db: TenantDb, id: string): Promise<ToolRow | undefined> {
    const [row] = await db.delete(tools).where(eq(tools.id, id)).returning();
    return row;
  },

  /** Returns which of these names exist already, in lower case. */
  async takenNames(db: TenantDb): Promise<Set<string>> {
    const rows = await db.select({ name: sql<string>`lower(${tools.name})` }).from(tools);
    return new Set(rows.map(({ name }) => name));
  },

  list(db: TenantDb, order: ListOrder): Promise<Page<ToolRow>> {
    const where = order.search ? named(order.search) : undefined;
    const key = sortable[order.sort];
    const selected = db.select({ ...getTableColumns(tools), ...placeColumns(key, tools.id) }).from(tools);
    return readPage(db, selected, { page: order, key, id: tools.id, where, from: tools });
  },
};
