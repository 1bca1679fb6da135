import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { flowValues } from '../tables.ts';

const at = (flowId: string, key: string) => and(eq(flowValues.flowId, flowId), eq(flowValues.key, key));

/** The values that steps store. */
export const valueRepository = {
  async find(db: TenantDb, flowId: string, key: string): Promise<JsonValue> {
    const [row] = await db.select({ value: flowValues.value }).from(flowValues).where(at(flowId, key));
    return row?.value ?? null;
  },

  async put(db: TenantDb, flowId: string, { key, value }: { key: string; value: JsonValue }): Promise<void> {
    // Text, because the driver would write a list as an array of PostgreSQL.
    const stored = sql`${JSON.stringify(value)}::jsonb`;
    await db
      .insert(flowValues)
      .values({ flowId, key, value: stored })
      .onConflictDoUpdate({
        target: [flowValues.tenantId, flowValues.flowId, flowValues.key],
        set: { value: stored, updatedAt: sql`now()` },
      });
  },

  remove: async (db: TenantDb, flowId: string, key: string): Promise<boolean> =>
    (await db.delete(flowValues).where(at(flowId, key)).returning({ key: flowValues.key })).length > 0,
};
