import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { workerTableRows } from '../tables.ts';

interface Table {
  workerId: string;
  name: string;
}

const ofTable = ({ workerId, name }: Table): SQL | undefined =>
  and(eq(workerTableRows.workerId, workerId), eq(workerTableRows.name, name));

/** The rows that records appended to tables. */
export const recordTables = {
  async append(db: TenantDb, row: Omit<typeof workerTableRows.$inferInsert, 'tenantId'>): Promise<void> {
    await db.insert(workerTableRows).values(row).onConflictDoNothing();
  },

  /** Lists the tables of a worker. */
  list: (db: TenantDb, workerId: string): Promise<{ name: string; rows: number }[]> =>
    db
      .select({ name: workerTableRows.name, rows: sql<number>`count(*)::int` })
      .from(workerTableRows)
      .where(eq(workerTableRows.workerId, workerId))
      .groupBy(workerTableRows.name)
      .orderBy(workerTableRows.name),

  /** Lists the columns of a table, in the order of the alphabet; none when it has no row. */
  async columns(db: TenantDb, table: Table): Promise<string[]> {
    const rows = await db
      .selectDistinct({ column: sql<string>`jsonb_object_keys(${workerTableRows.cells})` })
      .from(workerTableRows)
      .where(ofTable(table));
    return rows.map(({ column }) => column).sort();
  },

  /** Lists rows in the order in which they were appended. */
  page: (
    db: TenantDb,
    table: Table,
    { after, limit }: { after: { at: string; recordId: string } | undefined; limit: number },
  ) =>
    db
      .select({
        at: sql<string>`${workerTableRows.createdAt}::text`,
        recordId: workerTableRows.recordId,
        cells: workerTableRows.cells,
      })
      .from(workerTableRows)
      .where(
        and(
          ofTable(table),
          after
            ? sql`(${workerTableRows.createdAt}, ${workerTableRows.recordId}) > (${after.at}::timestamptz, ${after.recordId})`
            : undefined,
        ),
      )
      .orderBy(workerTableRows.createdAt, workerTableRows.recordId)
      .limit(limit),
};
