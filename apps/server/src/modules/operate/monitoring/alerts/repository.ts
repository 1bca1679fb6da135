import type { AlertMetric } from '@atelier/contracts/operate/monitoring/alert-shapes';
import {
  and,
  asc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import {
  type AlertRow,
  alertMessages,
  alertRules,
  alerts,
  type MessageRow,
  type RuleRow,
} from '../tables.ts';

export const ruleRepository = {
  list: (db: TenantDb): Promise<RuleRow[]> =>
    db.select().from(alertRules).orderBy(asc(alertRules.createdAt), asc(alertRules.id)),

  /** Locks the rules that are on, so that two checks of a company work one after another. */
  lockEnabled: (db: TenantDb): Promise<RuleRow[]> =>
    db
      .select()
      .from(alertRules)
      .where(eq(alertRules.enabled, true))
      .orderBy(asc(alertRules.id))
      .for('update'),

  async find(db: TenantDb, id: string): Promise<RuleRow | undefined> {
    const [row] = await db.select().from(alertRules).where(eq(alertRules.id, id));
    return row;
  },

  async insert(db: TenantDb, row: Omit<typeof alertRules.$inferInsert, 'tenantId'>): Promise<RuleRow> {
    const [stored] = await db.insert(alertRules).values(row).returning();
    if (stored === undefined) throw new Error('The database returned no row.');
    return stored;
  },

  async change(db: TenantDb, id: string, change: Partial<RuleRow>): Promise<RuleRow | undefined> {
    const [row] = await db.update(alertRules).set(change).where(eq(alertRules.id, id)).returning();
    return row;
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(alertRules).where(eq(alertRules.id, id));
  },
};

interface AlertFilter {
  search?: string | undefined;
  state?: 'OPEN' | 'RESOLVED' | undefined;
  /** A metric whose alerts on the whole company the reader may not see. */
  hidden?: AlertMetric | undefined;
}

const byTime = sql`${alerts.beganAt}`;

const buildFilter = ({ search, state, hidden }: AlertFilter): SQL | undefined => {
  const pattern = search && containing(search);
  return and(
    state === 'OPEN' ? isNull(alerts.resolvedAt) : undefined,
    state === 'RESOLVED' ? isNotNull(alerts.resolvedAt) : undefined,
    pattern ? or(ilike(alerts.ruleName, pattern), ilike(alerts.subjectName, pattern)) : undefined,
    hidden && not(sql`(${alerts.metric} = ${hidden} and ${alerts.subjectKind} = 'COMPANY')`),
  );
};

export const alertRepository = {
  list(db: TenantDb, filter: AlertFilter, page: PageOrder<'beganAt'>): Promise<Page<AlertRow>> {
    const where = buildFilter(filter);
    const selected = db
      .select({ ...getTableColumns(alerts), ...placeColumns(byTime, alerts.id) })
      .from(alerts);
    return readPage(db, selected, { page, key: byTime, id: alerts.id, where, from: alerts });
  },

  async find(db: TenantDb, id: string): Promise<AlertRow | undefined> {
    const [row] = await db.select().from(alerts).where(eq(alerts.id, id));
    return row;
  },

  listOpen: (db: TenantDb): Promise<AlertRow[]> => db.select().from(alerts).where(isNull(alerts.resolvedAt)),

  async insert(db: TenantDb, row: Omit<typeof alerts.$inferInsert, 'tenantId'>): Promise<AlertRow> {
    const [stored] = await db.insert(alerts).values(row).returning();
    if (stored === undefined) throw new Error('The database returned no row.');
    return stored;
  },

  async markTold(db: TenantDb, id: string): Promise<void> {
    await db.update(alerts).set({ told: true }).where(eq(alerts.id, id));
  },

  async resolve(db: TenantDb, id: string, resolvedAt: Date): Promise<void> {
    await db.update(alerts).set({ resolvedAt }).where(eq(alerts.id, id));
  },

  /** Ends the open alert of a rule that is deleted, switched off or changed. */
  async resolveAlerts(db: TenantDb, ruleId: string, resolvedAt: Date): Promise<void> {
    await db
      .update(alerts)
      .set({ resolvedAt })
      .where(and(eq(alerts.ruleId, ruleId), isNull(alerts.resolvedAt)));
  },
};

export const messageRepository = {
  async insert(db: TenantDb, rows: readonly Omit<typeof alertMessages.$inferInsert, 'tenantId'>[]) {
    if (rows.length > 0) await db.insert(alertMessages).values([...rows]);
  },

  listMessages: (db: TenantDb, alertIds: readonly string[]): Promise<MessageRow[]> =>
    db
      .select()
      .from(alertMessages)
      .where(inArray(alertMessages.alertId, [...alertIds]))
      .orderBy(asc(alertMessages.createdAt), asc(alertMessages.id)),

  async find(db: TenantDb, id: string): Promise<MessageRow | undefined> {
    const [row] = await db.select().from(alertMessages).where(eq(alertMessages.id, id));
    return row;
  },

  async change(db: TenantDb, id: string, change: Partial<MessageRow>): Promise<void> {
    await db.update(alertMessages).set(change).where(eq(alertMessages.id, id));
  },
};
