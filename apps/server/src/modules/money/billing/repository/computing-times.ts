import { gte, lt, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { computingTimes } from '../tables.ts';

const sum = (since: Date) =>
  sql<number>`coalesce(sum(${computingTimes.ms}) filter (where ${computingTimes.minute} >= ${since.toISOString()}), 0)::float8`;

export const computingTimeRepository = {
  async add(db: TenantDb, minute: Date, ms: number): Promise<void> {
    await db
      .insert(computingTimes)
      .values({ minute, ms })
      .onConflictDoUpdate({
        target: [computingTimes.tenantId, computingTimes.minute],
        set: { ms: sql`${computingTimes.ms} + excluded.ms` },
      });
  },

  async removeBefore(db: TenantDb, moment: Date): Promise<void> {
    await db.delete(computingTimes).where(lt(computingTimes.minute, moment));
  },

  /** Returns the milliseconds since the beginning of the day, of this minute, and the most of a minute since the last one began. */
  async sums(db: TenantDb, { day, lastMinute, minute }: Record<'day' | 'lastMinute' | 'minute', Date>) {
    const [row] = await db
      .select({
        today: sum(day),
        now: sum(minute),
        lately: sql<number>`coalesce(max(${computingTimes.ms}) filter (where ${computingTimes.minute} >= ${lastMinute.toISOString()}), 0)::float8`,
      })
      .from(computingTimes)
      .where(gte(computingTimes.minute, new Date(Math.min(day.getTime(), lastMinute.getTime()))));
    return row ?? { today: 0, now: 0, lately: 0 };
  },
};
