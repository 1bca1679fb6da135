import { sql } from 'drizzle-orm';
import type { TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import type { RunType } from '../definition/define-run.ts';
import { serialize } from '../definition/serialize.ts';
import { ruleKey } from '../definition/starting-rules.ts';
import { waitingTopic } from '../definition/topics.ts';
import { countCollected, inMs, lockRule, notBegun, type RuleKey, rememberRun } from './rule-keys.ts';

/**
 * A start under a rule that collects inputs: it joined a run that has not begun, or it opens one that begins after `delayMs`,
 * which `open` then records.
 */
export type Collecting = { joined: string } | { delayMs: number; open: (runId: string) => Promise<void> };

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
