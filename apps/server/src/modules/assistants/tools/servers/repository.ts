import { and, eq, getTableColumns, ilike, inArray, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type McpRow, mcpServers, type StoredRefusal } from '../tables.ts';

const sortable = {
  name: sql`lower(${mcpServers.name})`,
  createdAt: sql`${mcpServers.createdAt}`,
  updatedAt: sql`${mcpServers.updatedAt}`,
};

interface ListOrder extends PageOrder<keyof typeof sortable> {
  search?: string | undefined;
  /** Only servers in use at which each member connects an account. */
  ofPersons?: boolean;
}

export type NewMcpRow = Omit<typeof mcpServers.$inferInsert, 'tenantId'>;

/** A server as lists show it: with the number of its tools instead of the tools. */
export type ListedMcp = Omit<McpRow, 'tools' | 'choices' | 'refusals'> & {
  toolCount: number;
  chosenCount: number;
};

const {
  tools: _tools,
  choices: _choices,
  refusals: _refusals,
  ...lightColumns
} = getTableColumns(mcpServers);
const listed = {
  ...lightColumns,
  toolCount: sql<number>`jsonb_array_length(${mcpServers.tools})`,
  chosenCount: sql<number>`coalesce(jsonb_array_length(${mcpServers.choices}), 0)`,
};

const ofPersons = and(
  eq(mcpServers.authentication, 'OAUTH'),
  eq(mcpServers.sharing, 'PERSON'),
  eq(mcpServers.active, true),
);

const named = (search: string) => ilike(mcpServers.name, containing(search));

export const mcpRepository = {
  async insert(db: TenantDb, row: NewMcpRow): Promise<McpRow | undefined> {
    const [inserted] = await db.insert(mcpServers).values(row).returning();
    return inserted;
  },

  async update(db: TenantDb, id: string, change: Partial<NewMcpRow>): Promise<McpRow | undefined> {
    const [row] = await db
      .update(mcpServers)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(mcpServers.id, id))
      .returning();
    return row;
  },

  /** Stores what was found out about a server, which is no change by somebody. */
  async note(db: TenantDb, id: string, found: Partial<NewMcpRow>): Promise<McpRow | undefined> {
    const [row] = await db.update(mcpServers).set(found).where(eq(mcpServers.id, id)).returning();
    return row;
  },

  /** Stores that a provider refused a tool of a server; null when it takes it now. */
  noteRefusal: (
    db: TenantDb,
    { mcpId, tool }: { mcpId: string; tool: string },
    refusal: StoredRefusal | null,
  ) =>
    db
      .update(mcpServers)
      .set({
        refusals: refusal
          ? sql`${mcpServers.refusals} || jsonb_build_object(${tool}::text, ${JSON.stringify(refusal)}::jsonb)`
          : sql`${mcpServers.refusals} - ${tool}::text`,
      })
      .where(eq(mcpServers.id, mcpId)),

  async find(db: TenantDb, id: string): Promise<McpRow | undefined> {
    const [row] = await db.select().from(mcpServers).where(eq(mcpServers.id, id));
    return row;
  },

  /** Finds a server, which nobody else changes until the transaction ends. */
  async lock(db: TenantDb, id: string): Promise<McpRow | undefined> {
    const [row] = await db.select().from(mcpServers).where(eq(mcpServers.id, id)).for('update');
    return row;
  },

  listByIds: (db: TenantDb, ids: readonly string[]): Promise<McpRow[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(mcpServers)
          .where(inArray(mcpServers.id, [...ids])),

  async remove(db: TenantDb, id: string): Promise<McpRow | undefined> {
    const [row] = await db.delete(mcpServers).where(eq(mcpServers.id, id)).returning();
    return row;
  },

  list(db: TenantDb, order: ListOrder): Promise<Page<ListedMcp>> {
    const where = and(
      order.search ? named(order.search) : undefined,
      order.ofPersons ? ofPersons : undefined,
    );
    const key = sortable[order.sort];
    const selected = db.select({ ...listed, ...placeColumns(key, mcpServers.id) }).from(mcpServers);
    return readPage(db, selected, { page: order, key, id: mcpServers.id, where, from: mcpServers });
  },
};
