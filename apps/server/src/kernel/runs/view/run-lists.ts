import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import { and, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../db/paging.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunCause } from '../definition/causes.ts';
import type { RunStatus } from '../definition/define-run.ts';
import { runs } from '../definition/tables.ts';

/** The number of the newest runs of a tenant whose changes are reported to watchers of the list. */
const watchedOfList = 100;

interface NewestRun extends Record<string, unknown> {
  subject: string;
  id: string;
  status: RunStatus;
  createdAt: Date;
}

/** The rule because of which a run is not worked on yet. */
export interface RunHold {
  rule: 'concurrency' | 'throttle' | 'debounce' | 'batch' | 'others';
  /** When it goes on at the latest; null when that depends on other runs. */
  until: string | null;
  /** The inputs that a batch has collected. */
  collected: number | null;
}

/** A run as lists show it. `input` has the chosen parts of its input. */
export interface SubjectRun {
  id: string;
  kind: string;
  subjectId: string | null;
  scopeId: string | null;
  parentId: string | null;
  status: RunStatus;
  stage: string | null;
  progress: number;
  note: string | null;
  input: Record<string, unknown>;
  cause: RunCause | null;
  cost: number;
  hold: RunHold | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

interface RunFilter {
  /** The names of the parts of the input that are read. */
  parts?: readonly string[];
  visible: SQL | undefined;
  id?: string | undefined;
  kinds?: readonly string[] | undefined;
  status?: RunStatus | undefined;
  subjectId?: string | undefined;
  scopeId?: string | undefined;
  /** Values of parts of the input. */
  having?: Readonly<Record<string, string | undefined>>;
  /** The times between which a run was ordered. */
  after?: Date | undefined;
  before?: Date | undefined;
  /** The first and the last day, in UTC, on which a run ended, or was ordered if it has not ended. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only what somebody has to look after: no tests of drafts, nothing of these kinds or begun by one of them, and nothing ordered again since. */
  toMend?: { without: readonly string[] } | undefined;
  search?: string | undefined;
  /** The matches of the searched text besides an id: kinds with such a title, and entities and subjects with such a name. */
  meant?: { kinds: readonly string[]; scopes: readonly string[]; subjects: readonly string[] };
}

const at = sql`coalesce(${runs.finishedAt}, ${runs.createdAt})`;
const sortKeys = { queuedAt: sql`${runs.createdAt}`, credits: sql`runs.cost` };

const isToMend = ({ toMend }: RunFilter): SQL | undefined => {
  if (!toMend) return undefined;
  const kinds = sql`any(${sql.param([...toMend.without])}::text[])`;
  return sql`coalesce(${runs.input}->>'environment', '') <> 'TESTING' and ${runs.kind} <> all(${sql.param([...toMend.without])}::text[])
    and not exists (select 1 from runs above where above.id = runs.parent_id and above.kind = ${kinds})
    and not exists (select 1 from runs later where later.origin_id = runs.id)`;
};

const searched = ({ search, meant }: RunFilter): SQL | undefined => {
  if (!search) return undefined;
  return or(
    eq(runs.id, search),
    eq(runs.subjectId, search),
    eq(runs.scopeId, search),
    ilike(runs.kind, containing(search)),
    meant && meant.kinds.length > 0 ? inArray(runs.kind, [...meant.kinds]) : undefined,
    meant && meant.subjects.length > 0 ? inArray(runs.subjectId, [...meant.subjects]) : undefined,
    meant && meant.scopes.length > 0 ? inArray(runs.scopeId, [...meant.scopes]) : undefined,
  );
};

const conditions = (filter: RunFilter): SQL | undefined =>
  and(
    filter.kinds ? inArray(runs.kind, [...filter.kinds]) : undefined,
    filter.visible,
    filter.id ? eq(runs.id, filter.id) : undefined,
    filter.status ? eq(runs.status, filter.status) : undefined,
    filter.subjectId ? eq(runs.subjectId, filter.subjectId) : undefined,
    filter.scopeId ? eq(runs.scopeId, filter.scopeId) : undefined,
    filter.after ? gte(runs.createdAt, filter.after) : undefined,
    filter.before ? lt(runs.createdAt, filter.before) : undefined,
    filter.from ? sql`${at} >= ${`${filter.from}T00:00:00Z`}::timestamptz` : undefined,
    filter.to ? sql`${at} < ${`${filter.to}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
    ...Object.entries(filter.having ?? {}).map(([name, value]) =>
      value === undefined ? undefined : sql`${runs.input} ->> ${name} = ${value}`,
    ),
    isToMend(filter),
    searched(filter),
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

const buildColumns = (parts: readonly string[] = []) => ({
  id: runs.id,
  kind: runs.kind,
  subjectId: runs.subjectId,
  scopeId: runs.scopeId,
  parentId: sql<string | null>`runs.parent_id`,
  status: runs.status,
  stage: runs.stage,
  progress: runs.progress,
  note: runs.note,
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

/** Reads runs for lists and for the view of one run. `visible` is a condition on the table of runs. */
export const runLists = {
  /** Lists runs, the newest first if nothing else is asked for. */
  list(
    db: TenantDb,
    filter: RunFilter,
    asked: Pick<PageOrder<string>, 'limit' | 'cursor'> & Partial<PageOrder<keyof typeof sortKeys>>,
  ): Promise<Page<SubjectRun>> {
    const where = conditions(filter);
    const page = { sort: 'queuedAt' as const, order: 'desc' as const, ...asked };
    const key = sortKeys[page.sort];
    const selected = db.select({ ...buildColumns(filter.parts), ...placeColumns(key, runs.id) }).from(runs);
    return readPage(db, selected, { page, key, id: runs.id, where, from: runs });
  },

  /** Finds one run; undefined also when it does not meet the condition. */
  async find(db: TenantDb, filter: RunFilter & { id: string }): Promise<SubjectRun | undefined> {
    const [row] = await db.select(buildColumns(filter.parts)).from(runs).where(conditions(filter));
    return row;
  },

  async findKinds(db: TenantDb, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: runs.id, kind: runs.kind })
      .from(runs)
      .where(inArray(runs.id, [...ids]));
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  },

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

  /** Finds the newest run of the same kind and subject. */
  async findNewestLike(db: TenantDb, kind: string, subjectId: string): Promise<string | undefined> {
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from runs where kind = ${kind} and subject_id = ${subjectId} order by created_at desc, id desc limit 1`);
    return rows[0]?.id;
  },

  /**
   * Returns a text that changes with everything that the view of a run shows: the run, its steps and its children. Undefined when the run
   * no longer exists.
   */
  async printOfRun(db: TenantDb, runId: string): Promise<string | undefined> {
    const { rows } = await db.execute<{ print: string }>(sql`
      select concat_ws(' ', r.xmin, (select max(seq) from run_journal j where j.run_id = r.id),
        (select string_agg(c.xmin::text, ' ' order by c.id) from runs c where c.parent_id = r.id)) as print
      from runs r where r.id = ${runId}`);
    return rows[0]?.print;
  },

  /** Returns such a text for the newest runs of the tenant. */
  async printOfList(db: TenantDb): Promise<string> {
    const { rows } = await db.execute<{ print: string | null }>(sql`
      select md5(string_agg(concat_ws(' ', id, at), ' ')) as print
      from (select id, xmin as at from runs order by created_at desc, id desc limit ${watchedOfList}) newest`);
    return rows[0]?.print ?? '';
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
