import type { UsageGrouping } from '@atelier/contracts/money/usage';
import { and, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { computingTimes, type UsageRow, usageRecords } from '../tables.ts';

/** A range from the first moment of the first day to the last moment of the last day. */
export interface UsageRange {
  from: Date;
  until: Date;
}

const byTime = sql`${usageRecords.createdAt}`;
const within = ({ from, until }: UsageRange): SQL | undefined =>
  and(gte(usageRecords.createdAt, from), lt(usageRecords.createdAt, until));

const dayOf = sql<string>`to_char(${usageRecords.createdAt} at time zone 'utc', 'YYYY-MM-DD')`;
const groupings: Record<UsageGrouping, SQL<string>> = {
  day: dayOf,
  user: sql<string>`coalesce(${usageRecords.userId}, '')`,
  app: sql<string>`coalesce(${usageRecords.appId}, '')`,
  model: sql<string>`coalesce(${usageRecords.modelId}, '')`,
  kind: sql<string>`${usageRecords.kind}`,
};

const amount = sql<number>`coalesce(sum(${usageRecords.amount}), 0)::float8`;
const count = sql<number>`count(*)::int`;
const answers = sql<number>`(count(*) filter (where ${usageRecords.kind} = 'ANSWER'))::int`;

export const usageRepository = {
  async insert(db: TenantDb, row: Omit<typeof usageRecords.$inferInsert, 'tenantId'>): Promise<void> {
    await db.insert(usageRecords).values(row);
  },

  async totals(db: TenantDb, range: UsageRange) {
    const [row] = await db
      .select({
        amount,
        records: count,
        answers,
        inputTokens: sql<number>`coalesce(sum(${usageRecords.inputTokens}), 0)::float8`,
        outputTokens: sql<number>`coalesce(sum(${usageRecords.outputTokens}), 0)::float8`,
      })
      .from(usageRecords)
      .where(within(range));
    return row ?? { amount: 0, records: 0, answers: 0, inputTokens: 0, outputTokens: 0 };
  },

  /** Returns the sums of each day with usage, in order of the days. */
  days: (db: TenantDb, range: UsageRange) =>
    db
      .select({
        key: sql<string>`${dayOf}`.as('key'),
        amount,
        records: count,
        answers,
        tokens: sql<number>`coalesce(sum(${usageRecords.inputTokens} + ${usageRecords.outputTokens}), 0)::float8`,
      })
      .from(usageRecords)
      .where(within(range))
      .groupBy(sql`1`)
      .orderBy(sql`1`),

  /** Returns the sums of each group, the largest first; days in their order. */
  groups(db: TenantDb, range: UsageRange, groupBy: UsageGrouping) {
    const key = groupings[groupBy];
    return db
      .select({ key: sql<string>`${key}`.as('key'), amount, records: count })
      .from(usageRecords)
      .where(within(range))
      .groupBy(sql`1`)
      .orderBy(groupBy === 'day' ? sql`1` : sql`2 desc, 3 desc, 1`);
  },

  /** Lists usage records, newest first. */
  list(db: TenantDb, range: UsageRange, page: PageOrder<'at'>): Promise<Page<UsageRow>> {
    const selected = db
      .select({ ...getTableColumns(usageRecords), ...placeColumns(byTime, usageRecords.id) })
      .from(usageRecords);
    return readPage(db, selected, {
      page,
      key: byTime,
      id: usageRecords.id,
      where: within(range),
      from: usageRecords,
    });
  },
};

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
