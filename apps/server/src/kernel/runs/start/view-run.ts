import { type SQL, sql } from 'drizzle-orm';
import { fail } from '../../base/errors.ts';
import type { Actor } from '../../context/actor.ts';
import type { TxCtx } from '../../context/context.ts';
import type { RunCause } from '../definition/causes.ts';
import type { RunStatus } from '../definition/define-run.ts';

/** Characters of a result that a list of steps shows. `readStepResult` reads the rest. */
const previewLength = 2_000;
const pageLength = 64 * 1024;

export interface RunView extends Record<string, unknown> {
  id: string;
  kind: string;
  version: number;
  engine: number;
  status: RunStatus;
  stage: string | null;
  progress: number;
  detail: unknown;
  subjectId: string | null;
  scopeId: string | null;
  actor: Actor;
  /** The beginning of the input as JSON text, and the characters of the whole. */
  inputPreview: string;
  inputSize: number;
  /** Null until it is completed. */
  outputPreview: string | null;
  outputSize: number | null;
  stages: { name: string; at: string }[];
  cause: RunCause | null;
  note: string | null;
  /** Micro-credits. */
  cost: number;
  budget: number | null;
  attempts: number;
  losses: number;
  parentId: string | null;
  /** The run that this one retries or replays. */
  originId: string | null;
  /** The time at which a waiting run continues without a signal. */
  wakeAt: Date | null;
  /** True while the run waits for a free slot of its concurrency limit. */
  isBlocked: boolean;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  children: { id: string; kind: string; status: RunStatus }[];
  /** The operations that the run waits for, each with its name and its deadline in milliseconds since 1970. */
  waits: { op: 'sleep' | 'wait' | 'child'; name: string; until: number | null }[];
}

export interface StepView extends Record<string, unknown> {
  seq: number;
  name: string;
  op: string;
  attempts: number;
  input: string | null;
  /** The beginning of the result as JSON text. */
  preview: string | null;
  /** The length of the whole result in characters. */
  size: number;
  cause: RunCause | null;
  key: string | null;
  cost: number;
  /** The duration of the last attempt in milliseconds. */
  ms: number;
  at: Date;
}

/** Selects a part of the output of a run `r`: the beginning of its text, or its length. A stored output is not read as a whole. */
const outputPart = (part: SQL): SQL => sql`(select ${part} from (
  select r.output as text, length(r.output) as size where r.output is not null
  union all
  select (select data from run_results where run_id = r.id and seq = 0 and part = 0), sum(length(data))::integer
  from run_results where run_id = r.id and seq = 0 and r.output is null having count(*) > 0) o where r.status = 'COMPLETED')`;

/** Reads a run with its children and its waits. Throws `run.not_found`. */
export const viewRun = async (tx: TxCtx, runId: string): Promise<RunView> => {
  const { rows } = await tx.db.execute<RunView>(sql`
    select r.id, r.kind, r.version, r.engine, r.status, r.stage, r.progress, r.detail, r.cause,
      r.subject_id as "subjectId", r.scope_id as "scopeId", r.actor, r.stages, left(r.input::text, ${previewLength}) as "inputPreview",
      length(r.input::text) as "inputSize", ${outputPart(sql`left(o.text, ${previewLength})`)} as "outputPreview",
      ${outputPart(sql`o.size`)} as "outputSize", r.blocked_at is not null as "isBlocked", r.note, r.cost::float8 as cost,
      r.budget::float8 as budget, r.attempts, r.losses, r.parent_id as "parentId", r.origin_id as "originId", r.wake_at as "wakeAt",
      r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'status', c.status) order by c.id)
        from runs c where c.parent_id = r.id), '[]') as children,
      case when r.status = 'WAITING' then coalesce((
        select jsonb_agg(jsonb_build_object('op', j.op, 'name', j.name, 'until', case when j.op = 'child' then null else j.result::jsonb end) order by j.seq)
        from run_journal j where j.run_id = r.id and j.op in ('sleep', 'wait', 'child')
          and (j.op <> 'sleep' or (j.result::float8 > extract(epoch from now()) * 1000))
          and not exists (select 1 from run_journal e where e.run_id = r.id and e.seq = j.seq + 1 and e.op in ('signal', 'ended'))), '[]')
        else '[]' end as waits
    from runs r where r.id = ${runId}`);
  const [row] = rows;
  if (!row) return fail('run.not_found');
  const { wakeAt, createdAt, startedAt, finishedAt } = row;
  return {
    ...row,
    wakeAt: toDate(wakeAt),
    createdAt: new Date(createdAt),
    startedAt: toDate(startedAt),
    finishedAt: toDate(finishedAt),
  };
};

/** Converts a timestamp, which is text in the rows of a raw statement. */
const toDate = (moment: Date | string | null): Date | null => (moment === null ? null : new Date(moment));

/** Lists the steps of a run in their order, after the step `after`. */
export const listSteps = async (
  tx: TxCtx,
  runId: string,
  { after = 0, limit = 100 }: { after?: number; limit?: number } = {},
): Promise<StepView[]> => {
  const { rows } = await tx.db.execute<StepView>(sql`
    select seq, name, op, attempts, input, left(result, ${previewLength}) as preview,
      coalesce(stored_bytes, length(result), 0) as size, cause, key, cost::float8 as cost, ms, at
    from run_journal where run_id = ${runId} and seq > ${after} order by seq limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
};

/**
 * Returns a part of a step's result as JSON text, from an offset; `next` is the offset of the following part. Step 0 is the
 * output, and `input` the input of the run. Throws `run.not_found`.
 */
export const readStepResult = async (
  tx: TxCtx,
  runId: string,
  { seq, from = 0 }: { seq: number | 'input'; from?: number },
): Promise<{ text: string; next: number | null }> => {
  const inline =
    seq === 'input'
      ? sql`select input::text as result from runs where id = ${runId}`
      : seq === 0
        ? sql`select output as result from runs where id = ${runId}`
        : sql`select result from run_journal where run_id = ${runId} and seq = ${seq}`;
  const { rows } = await tx.db.execute<{ text: string | null; total: number | null }>(sql`
    with whole as (
      select coalesce((${inline}), (select string_agg(data, '' order by part) from run_results where run_id = ${runId} and seq = ${seq === 'input' ? -1 : seq})) as text
    )
    select substr(text, ${from + 1}, ${pageLength}) as text, length(text) as total from whole`);
  const { text, total } = rows[0] ?? {};
  if (text === null || text === undefined || total === null || total === undefined)
    return fail('run.not_found');
  const next = from + pageLength;
  return { text, next: next < total ? next : null };
};
