import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { workerTableRows } from './tables.ts';

/** The rows that records appended to tables. */
export const recordTables = {
  async append(db: TenantDb, row: Omit<typeof workerTableRows.$inferInsert, 'tenantId'>): Promise<void> {
    await db.insert(workerTableRows).values(row).onConflictDoNothing();
  },
};
