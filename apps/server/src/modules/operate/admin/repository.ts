import { sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';

/** The content of a tenant in numbers, and when somebody was last there. */
export interface Usage {
  files: number;
  bytes: number;
  lastActiveAt: Date | null;
}

/** Counts in tables of other modules, in a transaction of the tenant that is shown. */
export const adminRepository = {
  async readUsage(db: TenantDb): Promise<Usage> {
    const { rows } = await db.execute<{
      files: number;
      bytes: string;
      last_active_at: Date | string | null;
    }>(sql`
      select (select count(*)::int from files) as files,
        (select coalesce(sum(size), 0) from files) as bytes,
        (select max(last_active_at) from memberships where tenant_id = atelier.tenant()) as last_active_at`);
    const [row] = rows;
    const at = row?.last_active_at ?? null;
    return {
      files: row?.files ?? 0,
      bytes: Number(row?.bytes ?? 0),
      lastActiveAt: at === null ? null : new Date(at),
    };
  },

  /** Finds when and why the tenant was last disabled. */
  async findDisabling(db: TenantDb): Promise<{ reason: string; at: Date } | undefined> {
    const { rows } = await db.execute<{ reason: string | null; created_at: Date | string }>(sql`
      select details ->> 'reason' as reason, created_at from audit_log
      where action = 'tenancy.tenant_disabled' order by created_at desc limit 1`);
    const [row] = rows;
    return row && { reason: row.reason ?? '', at: new Date(row.created_at) };
  },
};
