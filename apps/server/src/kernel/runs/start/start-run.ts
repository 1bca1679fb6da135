import { sql } from 'drizzle-orm';
import { newId } from '../../base/ids.ts';
import type { Actor } from '../../context/actor.ts';
import type { AnyCtx, TxCtx } from '../../context/context.ts';
import { writeSignal } from '../../context/transaction-writes.ts';
import { engineVersion } from '../definition/causes.ts';
import { chooseLane, type RunType } from '../definition/define-run.ts';
import type { StartRow } from '../definition/rows.ts';
import { serialize } from '../definition/serialize.ts';
import { buildGates, ruleKey, type StartingRules } from '../definition/starting-rules.ts';
import { isTerminal } from '../definition/tables.ts';
import { waitingTopic } from '../definition/topics.ts';
import { cancelRun } from './cancel-run.ts';
import { collectInput, inMs, lockRule, type RuleKey, rememberRun } from './collect-inputs.ts';

export interface RunStart<I> {
  input: I;
  /** The subject of the run, for example a source. */
  subjectId?: string;
  /** The object that contains the subject, for example a knowledge base. */
  scopeId?: string;
  /** Micro-credits; the run stops when it has spent them. */
  budget?: number;
  parentId?: string;
  /** Starts one run for the same key: for `forMs` milliseconds, or until that run has ended. */
  idempotency?: { key: string; forMs?: number };
}

/** The outcome of a start. */
export interface Started {
  /**
   * `existing`: a run with the same idempotency key. `collected`: the input joined a run that has not begun (batch, debounce).
   * `skipped`: another run is open (singleton). `refused`: the rate limit is exceeded, so there is no run.
   */
  outcome: 'started' | 'existing' | 'collected' | 'skipped' | 'refused';
  runId: string | null;
}

export const newRunId = (): string => newId('run');

const computePriority = <I>(rules: StartingRules<I> | undefined, input: I): number =>
  Math.max(-100, Math.min(100, Math.round(rules?.priority?.(input) ?? 0)));

/** Returns the row of a run at its start, without its id and executor. Throws ZodError for an invalid input. */
export const toStartRow = <I, O>(
  ctx: AnyCtx,
  type: RunType<I, O>,
  start: RunStart<I>,
): Omit<StartRow, 't' | 'r' | 'engine' | 'actor' | 'here'> => ({
  kind: type.kind,
  version: type.version,
  subject: start.subjectId ?? null,
  scope: start.scopeId ?? null,
  input: serialize(type.input.parse(start.input)),
  lane: chooseLane(ctx, type.lane),
  priority: computePriority(type.starting, start.input),
  parent: start.parentId ?? null,
  kept: type.keptWithSubject ?? false,
  budget: start.budget ?? null,
});

const insertRun = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  start: RunStart<I>,
  delayMs: number | undefined,
): Promise<string> => {
  const row = toStartRow(tx, type, start);
  const id = newRunId();
  const { throttle, limit, any } = buildGates(type, start.input);
  await tx.db.execute(sql`
    insert into runs (id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, parent_id, is_kept, budget,
      throttle_key, throttle_size, throttle_ms, limit_key, limit_size, ready_at, wake_at)
    values (${id}, ${row.kind}, ${row.version}, ${engineVersion}, ${row.subject}, ${row.scope}, ${row.input}::jsonb,
      ${JSON.stringify(tx.actor)}::jsonb, ${row.lane}, ${row.priority}, ${row.parent}, ${row.kept}, ${row.budget},
      ${throttle.key}, ${throttle.size}, ${throttle.ms}, ${limit.key}, ${limit.size},
      ${any || delayMs !== undefined ? null : sql`clock_timestamp()`}, ${delayMs === undefined ? null : inMs(delayMs)})`);
  if (any && delayMs === undefined) await tx.db.execute(sql`select atelier.admit_run(${tx.tenantId}, ${id})`);
  await writeSignal(tx.db, { ...waitingTopic, id });
  return id;
};

/** Finds a run with the same idempotency key that still counts. */
const findExisting = async (tx: TxCtx, key: RuleKey, { forMs }: { forMs?: number }) => {
  const known = await lockRule(tx, key);
  return known && (forMs !== undefined || !isTerminal(known.status)) ? known.runId : undefined;
};

const isWithinRate = async <I, O>(
  tx: TxCtx,
  { kind, starting }: RunType<I, O>,
  input: I,
): Promise<boolean> => {
  const rate = starting?.rateLimit;
  if (!rate) return true;
  const { rows } = await tx.db.execute<{
    at: string | null;
  }>(sql`select atelier.take_rate(${tx.tenantId}, ${kind},
    'rate limit', ${ruleKey(rate, input)}, ${rate.limit}, ${rate.periodMs}, false) as at`);
  return rows[0]?.at !== null;
};

/** Returns the open run that a singleton keeps. A run that it replaces is cancelled. */
const findOpenSingle = async <I, O>(
  tx: TxCtx,
  { starting }: RunType<I, O>,
  key: RuleKey,
): Promise<string | undefined> => {
  const open = await lockRule(tx, key);
  if (!open || isTerminal(open.status)) return undefined;
  if (starting?.singleton?.whileOpen === 'skip') return open.runId;
  await cancelRun(tx, open.runId);
  return undefined;
};

/** Applies the rules that depend on other runs, in their order. Inserts the run if they permit it. */
const applyRules = async <I, O>(tx: TxCtx, type: RunType<I, O>, start: RunStart<I>): Promise<Started> => {
  const { input } = start;
  if (!(await isWithinRate(tx, type, input))) return { outcome: 'refused', runId: null };
  const collecting = await collectInput(tx, type, input);
  if (collecting && 'joined' in collecting) return { outcome: 'collected', runId: collecting.joined };
  const { singleton } = type.starting ?? {};
  const key: RuleKey = { kind: type.kind, rule: 'singleton', key: ruleKey(singleton, input) };
  const open = singleton && (await findOpenSingle(tx, type, key));
  if (open !== undefined) return { outcome: 'skipped', runId: open };
  const runId = await insertRun(tx, type, start, collecting?.delayMs);
  await collecting?.open(runId);
  if (singleton) await rememberRun(tx, key, runId);
  return { outcome: 'started', runId };
};

/** Starts a run of a kind without a rule that refuses starts, in the caller's transaction. Returns its id. */
export const orderRun = async <I, O>(tx: TxCtx, type: RunType<I, O>, start: RunStart<I>): Promise<string> => {
  const { runId } = await startRun(tx, type, start);
  if (runId === null) throw new Error(`${type.kind} refuses starts; use startRun`);
  return runId;
};

/** Starts a run in the caller's transaction: it exists if and only if that commits. Throws ZodError for an invalid input. */
export const startRun = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  start: RunStart<I>,
): Promise<Started> => {
  const { idempotency } = start;
  if (!idempotency) return applyRules(tx, type, start);
  const key: RuleKey = { kind: type.kind, rule: 'idempotency', key: idempotency.key };
  const existing = await findExisting(tx, key, idempotency);
  if (existing !== undefined) return { outcome: 'existing', runId: existing };
  const started = await applyRules(tx, type, start);
  if (started.runId !== null) await rememberRun(tx, key, started.runId, idempotency.forMs);
  return started;
};

type QueuedRow = Omit<StartRow, 't' | 'engine' | 'here'>;

/** Queues runs in the caller's transaction. One that exists already stays as it is. */
export const queueRows = (tx: TxCtx, rows: readonly [QueuedRow, ...QueuedRow[]]): Promise<unknown> =>
  Promise.all([
    tx.db.execute(sql`
      insert into runs (id, kind, version, engine, subject_id, scope_id, input, actor, lane, priority, parent_id, is_kept, budget, ready_at)
      select r, kind, version, ${engineVersion}::integer, subject, scope, input::jsonb, actor, lane, priority,
        parent, kept, budget, clock_timestamp()
      from json_to_recordset(${JSON.stringify(rows)}::json) as start(r text, kind text, version integer, subject text, scope text,
        input text, actor jsonb, lane smallint, priority smallint, parent text, kept boolean, budget bigint)
      on conflict (tenant_id, id) do nothing`),
    writeSignal(tx.db, { ...waitingTopic, id: rows[0].r }),
  ]);

/**
 * Starts several runs in the caller's transaction, in one statement. `actor` is who starts a run, if the transaction also works for
 * others. Returns their ids, in order. Throws for a type with rules about its starts, which decide about each run.
 */
export const orderRuns = async <I, O>(
  tx: TxCtx,
  type: RunType<I, O>,
  starts: readonly (Omit<RunStart<I>, 'idempotency'> & { actor?: Actor })[],
): Promise<string[]> => {
  if (type.starting) throw new Error(`${type.kind} has rules about its starts; use orderRun`);
  const [first, ...others] = starts.map((start) => ({
    ...{ r: newRunId(), actor: start.actor ?? tx.actor },
    ...toStartRow(tx, type, start),
  }));
  if (!first) return [];
  const rows = [first, ...others] as const;
  await queueRows(tx, rows);
  return rows.map(({ r }) => r);
};
