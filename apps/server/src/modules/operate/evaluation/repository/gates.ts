import { eq } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type Subject, toSubjectColumns } from '../subjects/subject.ts';
import { qualityGates } from '../tables.ts';

type Gate = Pick<typeof qualityGates.$inferSelect, 'enabled' | 'replay'>;

export const gateRepository = {
  async find(db: TenantDb, subjectId: string): Promise<Gate | undefined> {
    const [row] = await db.select().from(qualityGates).where(eq(qualityGates.subjectId, subjectId));
    return row;
  },

  async save(db: TenantDb, subject: Subject, gate: Gate): Promise<void> {
    await db
      .insert(qualityGates)
      .values({ ...toSubjectColumns(subject), ...gate })
      .onConflictDoUpdate({ target: [qualityGates.tenantId, qualityGates.subjectId], set: gate });
  },
};
