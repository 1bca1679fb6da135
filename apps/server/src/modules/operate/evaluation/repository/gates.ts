import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { qualityGates } from '../tables.ts';

type Gate = Pick<typeof qualityGates.$inferSelect, 'enabled' | 'replay'>;

export const gateRepository = {
  async find(db: TenantDb, appId: string): Promise<Gate | undefined> {
    const [row] = await db.select().from(qualityGates).where(eq(qualityGates.appId, appId));
    return row;
  },

  async save(db: TenantDb, appId: string, gate: Gate): Promise<void> {
    await db
      .insert(qualityGates)
      .values({ appId, ...gate })
      .onConflictDoUpdate({ target: [qualityGates.tenantId, qualityGates.appId], set: gate });
  },
};
