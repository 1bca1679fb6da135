import { type SQL, sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';

/** The key by which a starting rule counts. */
export interface RuleKey {
  kind: string;
  rule: 'idempotency' | 'batch' | 'debounce' | 'singleton';
  key: string;
}

/** The run that is recorded for a key. */
export interface Remembered {
  runId: string;
  status: string;
  /** The number of inputs that a batch has collected. */
  collected: number;
  /** Milliseconds since the first start of the run was requested. */
  ageMs: number;
}

/** The condition that a run neither is nor was claimable, so that inputs can be added. */
export const notBegun = sql`started_at is null and ready_at is null and finished_at is null`;

/** Returns the time in this many milliseconds, for a statement. */
export const inMs = (ms: number): SQL => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

const of = ({ kind, rule, key }: RuleKey): SQL => sql`kind = ${kind} and rule = ${rule} and key = ${key}`;

/** Locks the record of a key until the transaction ends, so that starts with one key follow each other, and reads it. */
export const lockRule = async (tx: TxCtx, key: RuleKey): Promise<Remembered | undefined> => {
  await tx.db.execute(
    sql`insert into run_keys (kind, rule, key) values (${key.kind}, ${key.rule}, ${key.key}) on conflict do nothing`,
  );
  // The lock is a statement of its own before the read, so that the read sees changes that were committed while this statement waited.
  await tx.db.execute(sql`select 1 from run_keys where ${of(key)} for update`);
  const { rows } = await tx.db.execute<Remembered & Record<string, unknown>>(sql`
    select r.id as "runId", r.status, k.collected,
      (extract(epoch from clock_timestamp() - k.first_at) * 1000)::float8 as "ageMs"
    from (select * from run_keys where ${of(key)}) k join runs r on r.id = k.run_id
    where k.expires_at is null or k.expires_at > clock_timestamp()`);
  return rows[0];
};

/** Records a run for a key, for a time or until the next run replaces it. */
export const rememberRun = async (tx: TxCtx, key: RuleKey, runId: string, forMs?: number): Promise<void> => {
  await tx.db.execute(sql`update run_keys set run_id = ${runId}, first_at = clock_timestamp(), collected = 0,
    expires_at = ${forMs === undefined ? null : inMs(forMs)} where ${of(key)}`);
};

/** Counts one more input of a batch. Returns their number. */
export const countCollected = async (tx: TxCtx, key: RuleKey): Promise<number> => {
  const { rows } = await tx.db.execute<{ collected: number }>(
    sql`update run_keys set collected = collected + 1 where ${of(key)} returning collected`,
  );
  return rows[0]?.collected ?? 0;
};
