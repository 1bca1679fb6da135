import type { UsageKind } from '@atelier/contracts/money/usage';
import { asc, type SQL, sql } from 'drizzle-orm';
import { newId } from '../../../../kernel/base/ids.ts';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
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
  /** The usage that the hold paid for. The costs add up to `cost`. */
  usage: readonly Usage[];
  /** The name of the job that is ordered for each soft limit that was passed for the first time in its period. */
  warningJob: string;
  /** The key under which the charge is posted once, where the work may be done again with another hold. */
  once: string | null;
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

/** Makes a constant statement around a piece of SQL. It is made once, and its own places are filled with `values`. */
interface Made {
  statement: (piece: SQL) => SQL;
  values: Readonly<Record<string, unknown>>;
}

/** An insert or an update of another module, around the expression of the credits that were charged. */
export type Alongside = Made;

/** A statement of another module around the arguments of `atelier.hold_credits`. Its row has the columns of a `HoldOutcome`. */
export type Around = Made;

const place = (name: string) => sql.placeholder(name);

const holdArguments = sql`${place('holdId')}, ${place('amount')}::bigint, ${place('reference')}, ${place('holdUserId')},
  ${place('holdAppId')}, ${place('answersPerDay')}::jsonb, ${place('now')}::timestamptz, make_interval(secs => ${place('leaseSeconds')})`;
const holdAlone: Around['statement'] = (hold) => sql`select * from atelier.hold_credits(${hold})`;
const andOrderRelease = (held: SQL): SQL => sql`select h.*, case when h.orders_release then
  atelier.add_job(${place('releaseJob')}, ${place('releaseInput')}::json, ${place('releaseKey')},
  ${place('releaseAt')}::timestamptz, 12)::text end as ordered from (${held}) h`;

const ending = sql`select charged, warned_limits from atelier.end_hold(${place('holdId')}, ${place('transactionId')},
  ${place('cost')}::bigint, ${place('isLost')}, ${place('userId')}, ${place('appId')}, ${place('usage')}::jsonb, ${place('once')})`;
// The warnings are ordered by the same statement, so that it can be the last one of its transaction.
const warnings = sql`(select string_agg(atelier.add_job(${place('warningJob')}, json_build_object('limitId', warned.id, 'tenantId',
  atelier.tenant()), ${place('warningJob')} || ':' || warned.id, null, 12)::text, '') from unnest(warned_limits) as warned(id))`;
const ended = sql`select charged, ${warnings} from (${ending}) as ended`;
const charged = sql`(select coalesce(charged, 0) / 1000000.0 from ended)`;
const endWith = (write: SQL): SQL =>
  sql`with ended as materialized (${ending}), beside as (${write}) select charged, ${warnings} from ended`;
const writeFree = (write: SQL): SQL =>
  sql`with ended as (select 0::bigint as charged), beside as (${write}) select charged from ended`;

/** Keeps what a function makes of a piece of SQL, because statements are told apart by their identity. */
const keepMade = (make: (statement: Made['statement']) => SQL) => {
  const made = new WeakMap<Made['statement'], SQL>();
  return (statement: Made['statement']): SQL => {
    const known = made.get(statement) ?? make(statement);
    made.set(statement, known);
    return known;
  };
};
const holdIn = keepMade((statement) => statement(holdArguments));
const holdWithReleaseIn = keepMade((statement) => andOrderRelease(statement(holdArguments)));
const endBeside = keepMade((statement) => endWith(statement(charged)));
const freeBeside = keepMade((statement) => writeFree(statement(charged)));

const send = defineStatement((db, _values: Values<Record<string, unknown>>, statement: SQL) =>
  db.execute(statement),
);

const holdValues = (order: HoldOrder, around: Around | undefined) => {
  const { id: holdId, amount, reference, userId: holdUserId, appId: holdAppId, now, leaseSeconds } = order;
  const answersPerDay = order.answersPerDay === null ? null : JSON.stringify(order.answersPerDay);
  const held = { holdId, amount, reference, holdUserId, holdAppId, answersPerDay, leaseSeconds };
  return { ...around?.values, ...held, now: now.toISOString() };
};

export const ledgerRepository = {
  /** Returns false when the key was posted before. */
  async post(db: TenantDb, { key, kind, reference, entries }: Posting): Promise<boolean> {
    const { rows } =
      await db.execute(sql`select atelier.post_ledger(${newId('ltx')}, ${key}, ${kind}, ${reference},
      '{}', ${JSON.stringify(entries)}::jsonb) as posted`);
    return one<{ posted: boolean }>(rows).posted;
  },

  /** Sends a hold that also orders the search for lost holds, so that it can be the last statement of its transaction. */
  async holdWithRelease<R extends HoldOutcome>(
    db: TenantDb,
    order: HoldOrder,
    release: { name: string; input: object; key: string; runAt: Date },
    around: Around = { statement: holdAlone, values: {} },
  ): Promise<R> {
    const values = {
      ...holdValues(order, around),
      releaseJob: release.name,
      releaseInput: JSON.stringify(release.input),
      releaseKey: release.key,
      releaseAt: release.runAt.toISOString(),
    };
    const { rows } = await send(db, values, holdWithReleaseIn(around.statement));
    return one<R>(rows);
  },

  async hold<R extends HoldOutcome>(db: TenantDb, order: HoldOrder, around?: Around): Promise<R> {
    const { rows } = await send(db, holdValues(order, around), holdIn(around?.statement ?? holdAlone));
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
   * Ends a hold. Returns the micro-credits that were charged, 0 when the key of the charge was posted before, and null when the hold had
   * ended before. `alongside` is an insert or an update that is executed in the same statement and reads the credits that were charged.
   */
  async end(db: TenantDb, ending: Ending, alongside?: Alongside): Promise<number | null> {
    const { usage, ...rest } = ending;
    const values = {
      ...alongside?.values,
      ...rest,
      usage: JSON.stringify(usage),
      transactionId: newId('ltx'),
    };
    const { rows } = await send(db, values, alongside ? endBeside(alongside.statement) : ended);
    const row = one<{ charged: string | null }>(rows);
    return row.charged === null ? null : Number(row.charged);
  },

  /** Sends the write of an end that charges nothing. */
  async writeFree(db: TenantDb, { statement, values }: Alongside): Promise<void> {
    await send(db, values, freeBeside(statement));
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
