import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { bigint, integer, jsonb, smallint, text } from 'drizzle-orm/pg-core';
import type { TxCtx } from '../../context/context.ts';
import { defineStatement, type Values } from '../../db/define-statement.ts';
import { moment, tenantTable } from '../../db/tenant-table.ts';
import { type RunCause, RunLost } from './causes.ts';
import type { JournalRow, SignalRow } from './rows.ts';

export const runJournal = tenantTable('run_journal', {
  runId: text('run_id').notNull(),
  seq: integer('seq').notNull(),
  name: text('name').notNull(),
  op: text('op').notNull(),
  result: text('result'),
  storedBytes: integer('stored_bytes'),
  input: text('input'),
  cause: jsonb('cause').$type<RunCause>(),
  key: text('key'),
  attempts: smallint('attempts').notNull().default(1),
  cost: bigint('cost', { mode: 'number' }).notNull().default(0),
  ms: integer('ms').notNull().default(0),
  at: moment('at').notNull().default(sql`clock_timestamp()`),
});

/** A run, and the process that works on it. */
interface RunClaim {
  id: string;
  owner: string;
  epoch: number;
}

const heldRun = defineStatement((db, { id, owner, epoch }: Values<RunClaim>) =>
  db.execute(
    sql`select 1 from runs where id = ${id} and owner = ${owner} and epoch = ${epoch} for no key update`,
  ),
);

/** Locks the run of a claim until the transaction ends. Throws `RunLost` when another process owns the run. */
export const holdRun = async (tx: TxCtx, runId: string, owner: string, epoch: number): Promise<void> => {
  const { rowCount } = await heldRun(tx.db, { id: runId, owner, epoch });
  if (rowCount !== 1) throw new RunLost(`run ${runId} is in other hands`);
};

/** Locks the runs of claims until the transaction ends, and returns the ids of those that the owner still has. */
export const holdRuns = async (
  tx: TxCtx,
  claims: readonly { r: string; e: number }[],
  owner: string,
): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select r.id from json_to_recordset(${JSON.stringify(claims)}::json) as claim(r text, e integer)
    join runs r on r.id = claim.r and r.epoch = claim.e where r.owner is not distinct from ${owner}
    order by r.id for no key update of r`);
  return new Set(rows.map(({ id }) => id));
};

export const readJournalPage = async (
  tx: TxCtx,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<JournalRow[]> => {
  const rows = await tx.db
    .select()
    .from(runJournal)
    .where(and(eq(runJournal.runId, runId), gt(runJournal.seq, after)))
    .orderBy(asc(runJournal.seq))
    .limit(limit);
  return rows.map(({ seq, name, op, result, storedBytes, cause, cost, attempts }) => ({
    s: seq,
    n: name,
    o: op,
    v: result,
    b: storedBytes,
    f: cause ?? undefined,
    c: cost,
    a: attempts,
  }));
};

/** Records an operation in the same transaction as its effect. */
export const writeJournal = async (tx: TxCtx, runId: string, entry: JournalRow): Promise<void> => {
  await tx.db.insert(runJournal).values({
    runId,
    seq: entry.s,
    name: entry.n,
    op: entry.o,
    result: entry.v ?? null,
    storedBytes: entry.b ?? null,
    cost: entry.c ?? 0,
    ms: entry.ms ?? 0,
  });
};

const beginning = defineStatement(
  (db, { id, owner, epoch, seq, name }: Values<RunClaim & { seq: number; name: string }>) =>
    db.execute(sql`select atelier.begin_write(${id}, ${owner}, ${epoch}::integer, ${seq}::integer, ${name})`),
);

/**
 * Locks the run of a claim, and records an operation without a value. The transaction fails when another process owns the run (`isOfLostRun`),
 * so that its commit may be sent without waiting.
 */
export const beginWrite = (
  tx: TxCtx,
  claim: RunClaim,
  entry: { seq: number; name: string },
): Promise<unknown> => beginning(tx.db, { ...claim, ...entry });

/** The length of a stored part, in characters. */
const partLength = 128 * 1024;

/** Stores a value separately and replaces anything that an earlier call has left. */
export const writeStored = async (tx: TxCtx, runId: string, seq: number, value: string): Promise<void> => {
  await tx.db.execute(sql`delete from run_results where run_id = ${runId} and seq = ${seq}`);
  let part = 0;
  for (const data of splitParts(value)) {
    await tx.db.execute(sql`insert into run_results (run_id, seq, part, data)
      values (${runId}, ${seq}, ${part}, ${data})`);
    part += 1;
  }
};

/** Splits a text without splitting surrogate pairs. */
function* splitParts(value: string): Generator<string> {
  let from = 0;
  while (from < value.length) {
    let to = Math.min(from + partLength, value.length);
    const last = value.charCodeAt(to - 1);
    if (to < value.length && last >= 0xd800 && last < 0xdc00) to -= 1;
    yield value.slice(from, to);
    from = to;
  }
}

export const readStored = async (tx: TxCtx, runId: string, seq: number): Promise<string> => {
  const { rows } = await tx.db.execute<{ data: string }>(
    sql`select data from run_results where run_id = ${runId} and seq = ${seq} order by part`,
  );
  return rows.map(({ data }) => data).join('');
};

/** Reads the signals that have arrived for a run, and whether it is to be cancelled. */
export const readInbox = async (
  tx: TxCtx,
  runId: string,
): Promise<{ inbox: number; cancelled: boolean; signals: SignalRow[] } | undefined> => {
  const { rows } = await tx.db.execute<{ inbox: number; cancelled: boolean; signals: SignalRow[] }>(sql`
    select inbox, cancel_requested_at is not null as cancelled, atelier.signals_of(tenant_id, id) as signals
    from runs where id = ${runId}`);
  return rows[0];
};
