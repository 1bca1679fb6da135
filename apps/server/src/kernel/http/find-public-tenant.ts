import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { globally } from '../context.ts';

/** The tenant that a public link leads to, or undefined when the object or its tenant is gone or disabled. */
export const findPublicTenant = (pool: Pool, objectId: string): Promise<string | undefined> =>
  globally(pool, async (db) => {
    const { rows } = await db.execute<{ tenant_id: string }>(sql`select o.tenant_id from public_objects o
      join tenants t on t.id = o.tenant_id and t.status = 'ACTIVE' where o.id = ${objectId}`);
    return rows[0]?.tenant_id;
  });
