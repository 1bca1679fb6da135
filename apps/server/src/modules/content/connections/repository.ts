import type { ConnectionService } from '@atelier/contracts/content/connections/connections';
import { and, eq, getTableColumns, ilike, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type ConnectionRow, connections } from './tables.ts';

const sortKeys = {
  name: sql`lower(${connections.name})`,
  createdAt: sql`${connections.createdAt}`,
  updatedAt: sql`${connections.updatedAt}`,
};

export interface ConnectionPage extends PageOrder<keyof typeof sortKeys> {
  search?: string | undefined;
  service?: ConnectionService | undefined;
  kind?: string | undefined;
}

const buildFilter = ({ search, service, kind }: ConnectionPage) =>
  and(
    search ? ilike(connections.name, containing(search)) : undefined,
    service ? eq(connections.service, service) : undefined,
    kind ? eq(connections.kind, kind) : undefined,
  );

type NewRow = Pick<ConnectionRow, 'id' | 'service' | 'kind' | 'name' | 'settings' | 'secrets' | 'limits'>;

export const connectionRepository = {
  async insert(db: TenantDb, row: NewRow): Promise<ConnectionRow | undefined> {
    const [inserted] = await db.insert(connections).values(row).returning();
    return inserted;
  },

  async find(db: TenantDb, id: string): Promise<ConnectionRow | undefined> {
    const [row] = await db.select().from(connections).where(eq(connections.id, id));
    return row;
  },

  /** Locks the connection. Other transactions that use, change or delete it wait until this one ends. */
  async lock(db: TenantDb, id: string): Promise<ConnectionRow | undefined> {
    const [row] = await db.select().from(connections).where(eq(connections.id, id)).for('update');
    return row;
  },

  listAll: (db: TenantDb): Promise<ConnectionRow[]> =>
    db.select().from(connections).orderBy(sortKeys.name, connections.id),

  listKinds: (db: TenantDb): Promise<Pick<ConnectionRow, 'service' | 'kind'>[]> =>
    db.selectDistinct({ service: connections.service, kind: connections.kind }).from(connections),

  list(db: TenantDb, page: ConnectionPage): Promise<Page<ConnectionRow>> {
    const filter = buildFilter(page);
    const key = sortKeys[page.sort];
    const selected = db
      .select({ ...getTableColumns(connections), ...placeColumns(key, connections.id) })
      .from(connections);
    return readPage(db, selected, { page, key, id: connections.id, where: filter, from: connections });
  },

  async update(
    db: TenantDb,
    id: string,
    change: Partial<Pick<ConnectionRow, 'name' | 'settings' | 'secrets' | 'limits' | 'lastTest'>>,
  ): Promise<ConnectionRow | undefined> {
    const [row] = await db
      .update(connections)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(connections.id, id))
      .returning();
    return row;
  },

  /** Stores the outcome of a test, provided that the connection has not changed since. */
  async keepTest(
    db: TenantDb,
    { id, updatedAt }: ConnectionRow,
    lastTest: NonNullable<ConnectionRow['lastTest']>,
  ): Promise<ConnectionRow | undefined> {
    const [row] = await db
      .update(connections)
      .set({ lastTest })
      .where(
        and(eq(connections.id, id), sql`date_trunc('milliseconds', ${connections.updatedAt}) = ${updatedAt}`),
      )
      .returning();
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(connections).where(eq(connections.id, id));
  },
};
