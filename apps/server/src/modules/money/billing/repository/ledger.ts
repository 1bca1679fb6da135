import type { UsageKind } from '@atelier/contracts/money/usage';
import { asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { newId } from '../../../../kernel/base/ids.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type Account, ledgerBalances, ledgerHolds } from '../tables.ts';

export interface Posting {
  /** The same key is never posted twice. */
  key: string;
  kind: 'GRANT' | 'EXPIRE';
  reference: string;
  /** Micro-credits per account; they sum to zero. */
  entries: Partial<Record<Account, number>>;
}

export interface HoldOrder {
  id: string;
  /** The amount in micro-credits. */
  amount: number;
  reference: string;
  userId: string | null;
  appId: string | null;
  /** For an answer: the daily limit of answers of each plan, and under '' that of plans that are no longer sold. */
  answersPerDay: Record<string, number | null> | null;
  now: Date;
  leaseSeconds: number;
}

export interface HoldOutcome {
  /** `due` when the subscription has to be opened or renewed first; `refused` when the statement around the hold refuses. */
  outcome: 'held' | 'free' | 'due' | 'refused' | 'expired' | 'too_low' | 'limit_reached' | 'daily_limit';
  limit_id: string | null;
  /** True when no search for lost holds is ordered yet. */
  orders_release: boolean;
}

export interface Ending {
  holdId: string;
  /** The cost in micro-credits. */
  cost: number;
  isLost: boolean;
  userId: string | null;
  appId: string | null;
  /** What the hold paid for. The costs add up to `cost`. */
  usage: readonly Usage[];
}

/** The columns of a usage record that do not come from the hold. */
export interface Usage {
  id: string;
  kind: UsageKind;
  knowledge_base_id: string | null;
  model_id: string | null;
  input_tokens: number;
  output_tokens: number;
  /** In micro-credits. */
  cost: number;
}

const one = <T>(rows: unknown[]): T => {
  const [row] = rows;
  if (!row) throw new Error('The database function answered nothing.');
  return row as T;
};

/** Makes an insert or an update of another module from the expression of the credits that were charged. */
export type Alongside = (credits: SQL) => SQLWrapper;

/** Makes a statement of another module around the arguments of `atelier.hold_credits`. Its row has the columns of a `HoldOutcome`. */
export type Around = (hold: SQL) => SQL;

const holdAlone: Around = (hold) => sql`select * from atelier.hold_credits(${hold})`;

export const ledgerRepository = {
  /** Returns false when the key was posted before. */
  async post(db: TenantDb, { key, kind, reference, entries }: Posting): Promise<boolean> {
    const { rows } =
      await db.execute(sql`select atelier.post_ledger(${newId('ltx')}, ${key}, ${kind}, ${reference},
      '{}', ${JSON.stringify(entries)}::jsonb) as posted`);
    return one<{ posted: boolean }>(rows).posted;
  },

  async hold<R extends HoldOutcome>(db: TenantDb, order: HoldOrder, around: Around = holdAlone): Promise<R> {
    const limits = order.answersPerDay === null ? null : JSON.stringify(order.answersPerDay);
    const { rows } = await db.execute(
      around(sql`${order.id}, ${order.amount}::bigint, ${order.reference}, ${order.userId}, ${order.appId}, ${limits}::jsonb,
        ${order.now.toISOString()}::timestamptz, make_interval(secs => ${order.leaseSeconds})`),
    );
    return one<R>(rows);
  },

  /** Adds an amount, and returns the micro-credits of the tenant this month, and of all tenants today and this month, including it. */
  async countForOperator(db: TenantDb, { holdId, amount }: { holdId: string; amount: number }) {
    const { rows } = await db.execute(sql`select of_company as of_tenant, of_day, of_month
      from atelier.count_for_operator(${holdId}, ${amount}::bigint)`);
    const { of_tenant, of_day, of_month } = one<Record<'of_tenant' | 'of_day' | 'of_month', string>>(rows);
    return { ofTenant: Number(of_tenant), ofDay: Number(of_day), ofMonth: Number(of_month) };
  },

  /**
   * Ends a hold. `charged` is in micro-credits; null when the hold had ended before. `alongside` makes an insert or an update that is
   * executed in the same statement and reads the credits that were charged.
   */
  async end(
    db: TenantDb,
    ending: Ending,
    alongside?: Alongside,
  ): Promise<{ charged: number | null; warnedLimits: string[] }> {
    const ended = sql`select charged, warned_limits from atelier.end_hold(${ending.holdId}, ${newId('ltx')},
      ${ending.cost}::bigint, ${ending.isLost}, ${ending.userId}, ${ending.appId},
      ${JSON.stringify(ending.usage)}::jsonb)`;
    const credits = sql`(select coalesce(charged, 0) / 1000000.0 from ended)`;
    const statement = alongside
      ? sql`with ended as materialized (${ended}), beside as ${alongside(credits)} select charged, warned_limits from ended`
      : ended;
    const { rows } = await db.execute(statement);
    const row = one<{ charged: string | null; warned_limits: string[] }>(rows);
    return { charged: row.charged === null ? null : Number(row.charged), warnedLimits: row.warned_limits };
  },

  async balances(db: TenantDb): Promise<Record<'AVAILABLE' | 'ADD_ON' | 'SPENT', number>> {
    const rows = await db.select().from(ledgerBalances);
    const of = (account: Account) => rows.find((row) => row.account === account)?.amount ?? 0;
    return { AVAILABLE: of('AVAILABLE'), ADD_ON: of('ADD_ON'), SPENT: of('SPENT') };
  },

  /** Lists holds, oldest first. */
  holds: (db: TenantDb, limit: number) =>
    db
      .select({ id: ledgerHolds.id, createdAt: ledgerHolds.createdAt })
      .from(ledgerHolds)
      .orderBy(asc(ledgerHolds.createdAt))
      .limit(limit),
};
