import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { keysetAfter, type Page } from '../../db/paging.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunCause } from '../definition/causes.ts';
import type { RunStatus } from '../definition/define-run.ts';
import { runs } from '../definition/tables.ts';
import type { StepView } from '../start/view-run.ts';

/** Characters of a result that a list of steps shows. */
const previewLength = 2_000;

interface NewestRun extends Record<string, unknown> {
  subject: string;
  id: string;
  status: RunStatus;
  createdAt: Date;
}

/** A step with the run whose journal has it. */
export interface FamilyStep extends StepView {
  runId: string;
  /** Its time as text, with microseconds. */
  place: string;
}

interface FamilySteps {
  runId: string;
  childKind: string;
  names: string;
  beginning: string;
}

/** The rule because of which a run is not worked on yet. */
export interface RunHold {
  rule: 'concurrency' | 'throttle' | 'debounce' | 'batch' | 'others';
  /** When it goes on at the latest; null when that depends on other runs. */
  until: string | null;
  /** The inputs that a batch has collected. */
  collected: number | null;
}

/** A run as lists of the runs of subjects show it. `input` has the chosen parts of its input. */
export interface SubjectRun {
  id: string;
  subjectId: string | null;
  status: RunStatus;
  input: Record<string, unknown>;
  cause: RunCause | null;
  cost: number;
  hold: RunHold | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

interface SubjectRunFilter {
  kinds: readonly string[];
  /** The names of the parts of the input that are read. */
  parts: readonly string[];
  visible: SQL | undefined;
  id?: string | undefined;
  subjectId?: string | undefined;
  status?: RunStatus | undefined;
  /** Values of parts of the input. */
  having?: Readonly<Record<string, string | undefined>>;
  after?: Date | undefined;
  before?: Date | undefined;
}

const conditions = (filter: SubjectRunFilter): SQL | undefined =>
  and(
    inArray(runs.kind, [...filter.kinds]),
    filter.visible,
    filter.id ? eq(runs.id, filter.id) : undefined,
    filter.subjectId ? eq(runs.subjectId, filter.subjectId) : undefined,
    filter.status ? eq(runs.status, filter.status) : undefined,
    filter.after ? gte(runs.createdAt, filter.after) : undefined,
    filter.before ? lt(runs.createdAt, filter.before) : undefined,
    ...Object.entries(filter.having ?? {}).map(([name, value]) =>
      value === undefined ? undefined : sql`${runs.input} ->> ${name} = ${value}`,
    ),
  );

const hold = sql<RunHold | null>`case
  when runs.blocked_at is not null then jsonb_build_object('rule', 'concurrency', 'until', null, 'collected', null)
  when runs.status = 'RUNNING' and runs.stage = ${behindOthers} then jsonb_build_object('rule', 'others', 'until', null, 'collected', null)
  when runs.status = 'QUEUED' and runs.started_at is null and runs.wake_at is not null then (
    select case when runs.throttle_size is not null and runs.throttle_key is null or k.rule is null
      then jsonb_build_object('rule', 'throttle', 'until', runs.wake_at, 'collected', null)
      else jsonb_build_object('rule', k.rule, 'until', runs.wake_at, 'collected', case when k.rule = 'batch' then k.collected end) end
    from (select 1) one left join run_keys k on k.run_id = runs.id and k.rule in ('batch', 'debounce') limit 1)
  end`;

const buildColumns = (parts: readonly string[]) => ({
  id: runs.id,
  subjectId: runs.subjectId,
  status: runs.status,
  input: sql<Record<string, unknown>>`jsonb_build_object(${sql.join(
    parts.flatMap((name) => [sql`${name}::text`, sql`${runs.input} -> ${name}::text`]),
    sql`, `,
  )})`,
  cause: runs.cause,
  cost: sql<number>`runs.cost::float8`,
  hold,
  createdAt: runs.createdAt,
  startedAt: runs.startedAt,
  finishedAt: runs.finishedAt,
});

/** A place in the list of the steps of a family. */
export interface FamilyPlace {
  at: string;
  runId: string;
  seq: number;
}

/** Reads the runs of subjects that have many, such as flows. */
export const subjectRuns = {
  /** Finds the newest run of the kind for each subject, by the id of the subject. */
  async newest(db: TenantDb, kind: string, subjectIds: readonly string[]): Promise<Map<string, NewestRun>> {
    if (subjectIds.length === 0) return new Map();
    const { rows } = await db.execute<NewestRun>(sql`
      select s.id as subject, r.id, r.status, r.created_at as "createdAt"
      from json_array_elements_text(${JSON.stringify(subjectIds)}::json) s(id)
      cross join lateral (select id, status, created_at from runs where subject_id = s.id and kind = ${kind}
        order by created_at desc limit 1) r`);
    return new Map(rows.map((row) => [row.subject, { ...row, createdAt: new Date(row.createdAt) }]));
  },

  /** Lists runs, newest first. */
  async list(
    db: TenantDb,
    filter: SubjectRunFilter,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<SubjectRun>> {
    const where = conditions(filter);
    const key = sql`${runs.createdAt}`;
    const order = { ...page, sort: 'createdAt', order: 'desc' as const };
    const rows = await db
      .select({ ...buildColumns(filter.parts), key: sql<string>`${key}::text` })
      .from(runs)
      .where(and(where, keysetAfter(key, runs.id, order)))
      .orderBy(desc(key), desc(runs.id))
      .limit(page.limit + 1);
    const [counted] = await db.select({ total: count() }).from(runs).where(where);
    return {
      rows: rows.map(({ key: at, ...row }) => ({ row, key: at, id: row.id })),
      total: counted?.total ?? 0,
    };
  },

  /** Finds one run. */
  async find(db: TenantDb, filter: SubjectRunFilter & { id: string }): Promise<SubjectRun | undefined> {
    const [row] = await db.select(buildColumns(filter.parts)).from(runs).where(conditions(filter));
    return row;
  },

  /** Returns the state of a run of any kind; undefined when it no longer exists. */
  async findStatus(db: TenantDb, id: string): Promise<RunStatus | undefined> {
    const [row] = await db.select({ status: runs.status }).from(runs).where(eq(runs.id, id));
    return row?.status;
  },

  /** Reads a part of the input of a run as JSON text, at most `length` characters, with its whole length. */
  async readInputPart(
    db: TenantDb,
    runId: string,
    { part, from = 0, length }: { part: string; from?: number; length: number },
  ): Promise<{ text: string; size: number }> {
    const { rows } = await db.execute<{ text: string; size: number }>(sql`
      select substr(t.text, ${from + 1}, ${length}) as text, length(t.text) as size
      from (select coalesce((input -> ${part}::text)::text, 'null') as text from runs where id = ${runId}) t`);
    return rows[0] ?? { text: 'null', size: 4 };
  },

  /** Counts the runs of a subject, and those that have not ended. */
  async count(db: TenantDb, kind: string, subjectId: string): Promise<{ total: number; open: number }> {
    const { rows } = await db.execute<{ total: number; open: number }>(sql`
      select count(*)::int as total, count(*) filter (where status in ('QUEUED', 'RUNNING', 'WAITING'))::int as open
      from runs where subject_id = ${subjectId} and kind = ${kind}`);
    return rows[0] ?? { total: 0, open: 0 };
  },

  /**
   * Lists the steps of a run and of its descendants of the kind `childKind`, in the order of time. `names` selects steps by a regular
   * expression on their names. An entry whose name begins with `beginning` is listed until the run ends, or one of them has an entry of the
   * rest of the name.
   */
  async listFamilySteps(
    db: TenantDb,
    { runId, childKind, names, beginning }: FamilySteps,
    { after, limit }: { after: FamilyPlace | undefined; limit: number },
  ): Promise<FamilyStep[]> {
    const isAfter = after
      ? sql`(j.at, j.run_id, j.seq) > (${after.at}::timestamptz, ${after.runId}, ${after.seq})`
      : sql`true`;
    const { rows } = await db.execute<FamilyStep>(sql`
      with recursive family as (
        select id, status from runs where id = ${runId}
        union
        select r.id, r.status from runs r join family f on r.parent_id = f.id where r.kind = ${childKind}
      )
      select j.run_id as "runId", j.seq, j.name, j.op, j.attempts, j.input,
        left(j.result, ${previewLength}) as preview, coalesce(j.stored_bytes, length(j.result), 0) as size, j.cause, j.key,
        j.cost::float8 as cost, j.ms, j.at, j.at::text as place
      from run_journal j join family f on f.id = j.run_id
      where j.name ~ ${names} and j.op <> 'begun' and ${isAfter}
        and (not starts_with(j.name, ${beginning}) or (f.status in ('QUEUED', 'RUNNING', 'WAITING') and not exists (
          select 1 from run_journal e join family own on own.id = e.run_id where e.name = substr(j.name, length(${beginning}) + 1))))
      order by j.at, j.run_id, j.seq limit ${limit}`);
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  },

  /** Returns the name of the step that failed last, in a run or in a descendant of the kind `childKind`. */
  async findFailedStep(
    db: TenantDb,
    { runId, childKind, names }: Omit<FamilySteps, 'beginning'>,
  ): Promise<string | undefined> {
    const { rows } = await db.execute<{ name: string }>(sql`
      with recursive family as (
        select id from runs where id = ${runId}
        union
        select r.id from runs r join family f on r.parent_id = f.id where r.kind = ${childKind}
      )
      select j.name from run_journal j join family f on f.id = j.run_id
      where j.cause is not null and j.name ~ ${names} order by j.run_id = ${runId}, j.at desc, j.seq desc limit 1`);
    return rows[0]?.name;
  },

  /** Returns true when a run of one of these kinds waits for the run. */
  async hasCaller(db: TenantDb, runId: string, kinds: readonly string[]): Promise<boolean> {
    const { rows } = await db.execute(sql`
      select 1 from runs r join runs caller on caller.id = r.parent_id
      where r.id = ${runId} and ${inArray(sql`caller.kind`, [...kinds])}`);
    return rows.length > 0;
  },

  /** Finds the newest run of the kind that failed under a run or its descendants of the kind `childKind`, with the same cause. */
  async findFailedCall(
    db: TenantDb,
    { runId, kind, childKind }: { runId: string; kind: string; childKind: string },
  ): Promise<string | undefined> {
    const { rows } = await db.execute<{ id: string }>(sql`
      with recursive family as (
        select id from runs where id = ${runId}
        union
        select r.id from runs r join family f on r.parent_id = f.id where r.kind = ${childKind}
      )
      select c.id from runs c join family f on f.id = c.parent_id join runs own on own.id = ${runId}
      where c.kind = ${kind} and c.status = 'FAILED' and c.cause ->> 'code' = own.cause ->> 'code' and c.cause ->> 'message' = own.cause ->> 'message'
      order by c.finished_at desc limit 1`);
    return rows[0]?.id;
  },

  /** Returns the result of the first step of this name as JSON text; undefined when it was not recorded. */
  async findResult(
    db: TenantDb,
    runId: string,
    name: string,
  ): Promise<{ status: RunStatus; cause: RunCause | null; text: string | null } | undefined> {
    const { rows } = await db.execute<{ status: RunStatus; cause: RunCause | null; text: string | null }>(sql`
      select r.status, r.cause, (select coalesce(j.result, (select string_agg(data, '' order by part) from run_results p
          where p.run_id = j.run_id and p.seq = j.seq))
        from run_journal j where j.run_id = r.id and j.name = ${name} order by j.seq limit 1) as text
      from runs r where r.id = ${runId}`);
    return rows[0];
  },
};
