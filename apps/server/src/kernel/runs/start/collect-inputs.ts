import { type SQL, sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import type { RunType } from '../definition/define-run.ts';
import { serialize } from '../definition/serialize.ts';
import { ruleKey } from '../definition/starting-rules.ts';
import { waitingTopic } from '../definition/topics.ts';

/** The key by which a starting rule counts. */
export interface RuleKey {
  kind: string;
  rule: 'idempotency' | 'batch' | 'debounce' | 'singleton';
  key: string;
}

/** The run that is recorded for a key. */
interface Remembered {
  runId: string;
  status: string;
  /** The number of inputs that a batch has collected. */
  collected: number;
  /** Milliseconds since the first start of the run was requested. */
  ageMs: number;
}

/** The condition that a run neither is nor was claimable, so that inputs can be added. */
const notBegun = sql`started_at is null and ready_at is null and finished_at is null`;

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
const countCollected = async (tx: TxCtx, key: RuleKey): Promise<number> => {
  const { rows } = await tx.db.execute<{ collected: number }>(
    sql`update run_keys set collected = collected + 1 where ${of(key)} returning collected`,
  );
  return rows[0]?.collected ?? 0;
};

/**
 * A start under a rule that collects inputs: it joined a run that has not begun, or it opens one that begins after `delayMs`,
 * which `open` then records.
 */
type Collecting = { joined: string } | { delayMs: number; open: (runId: string) => Promise<void> };

const setInput = async (tx: TxCtx, runId: string, input: unknown, wakeInMs?: number): Promise<void> => {
  const wake = wakeInMs === undefined ? sql`wake_at` : inMs(wakeInMs);
  await tx.db.execute(
    sql`update runs set input = ${serialize(input)}::jsonb, wake_at = ${wake} where id = ${runId}`,
  );
};

/**
 * Locks a run that collects, so that it cannot begin before the transaction ends, and reads its input. Returns undefined if it has
 * begun: an executor may have claimed it since its key was read, and would never see what is added.
 */
const holdOpen = async (tx: TxCtx, runId: string): Promise<{ input: unknown } | undefined> => {
  const { rows } = await tx.db.execute<{ input: unknown }>(
    sql`select input from runs where id = ${runId} and ${notBegun} for no key update`,
  );
  return rows[0];
};

/** Counts one more input. A full batch begins now, subject to throttle and concurrency. */
const countIn = async (
  tx: TxCtx,
  key: RuleKey,
  { runId, size }: { runId: string; size: number },
): Promise<void> => {
  if ((await countCollected(tx, key)) < size) return;
  await tx.db.execute(sql`select atelier.admit_run(${tx.tenantId}, ${runId})`);
  await writeSignal(tx.db, { ...waitingTopic, id: runId });
};

const collectBatch = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  input: I,
): Promise<Collecting | undefined> => {
  const batch = type.starting?.batch;
  if (!batch) return undefined;
  const key: RuleKey = { kind: type.kind, rule: 'batch', key: ruleKey(batch, input) };
  const { size } = batch;
  const open = await lockRule(tx, key);
  // A full batch that waits for its throttle or a free slot has not begun either.
  const held = open && open.collected < size ? await holdOpen(tx, open.runId) : undefined;
  if (open && held) {
    const before = type.input.parse(held.input);
    await setInput(tx, open.runId, type.input.parse(batch.merge(before, input)));
    await countIn(tx, key, { runId: open.runId, size });
    return { joined: open.runId };
  }
  return {
    delayMs: batch.timeoutMs,
    open: async (runId) => {
      await rememberRun(tx, key, runId);
      await countIn(tx, key, { runId, size });
    },
  };
};

const collectDebounced = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  input: I,
): Promise<Collecting | undefined> => {
  const debounce = type.starting?.debounce;
  if (!debounce) return undefined;
  const key: RuleKey = { kind: type.kind, rule: 'debounce', key: ruleKey(debounce, input) };
  const { quietMs, mostMs = Number.POSITIVE_INFINITY } = debounce;
  const open = await lockRule(tx, key);
  if (open && (await holdOpen(tx, open.runId))) {
    const leftMs = Math.max(0, Math.min(quietMs, mostMs - open.ageMs));
    await setInput(tx, open.runId, type.input.parse(input), leftMs);
    return { joined: open.runId };
  }
  return { delayMs: quietMs, open: (runId) => rememberRun(tx, key, runId) };
};

/** Applies the rule of a kind that collects inputs before it begins; undefined when the kind has no such rule. */
export const collectInput = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  input: I,
): Promise<Collecting | undefined> =>
  (await collectBatch(tx, type, input)) ?? (await collectDebounced(tx, type, input));
