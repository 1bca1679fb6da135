import { and, count, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import { buildOrder, keysetAfter, type Page, type PageOrder } from '../../db/paging.ts';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunStatus } from '../definition/define-run.ts';
import { type RunRow, runs } from '../definition/tables.ts';

interface Child extends Record<string, unknown> {
  id: string;
  kind: string;
  status: RunStatus;
}

/** Selects a run as `attempts`, with the runs that it continues. */
const attempts = (runId: string): SQL => sql`attempts as (
  select id, origin_id from runs where id = ${runId}
  union
  select r.id, r.origin_id from runs r join attempts a on r.id = a.origin_id
)`;

/**
 * Reads a run that continues others together with them. What succeeded before stays under the run that started it; a child that was continued
 * has a successor, which carries its cost on.
 */
const runAttempts = {
  /** Lists the runs that all attempts started themselves, oldest first, without those that were continued. */
  async listChildrenOfAttempts(db: TenantDb, runId: string): Promise<Child[]> {
    const { rows } = await db.execute<Child>(sql`
      with recursive ${attempts(runId)}, children as (select r.* from runs r join attempts a on r.parent_id = a.id)
      select id, kind, status from children
      where not exists (select 1 from children later where later.origin_id = children.id)
      order by created_at, id`);
    return rows;
  },

  /** Returns what all runs below all attempts have cost, in millionths of a credit. */
  async costOfAttempts(db: TenantDb, runId: string): Promise<number> {
    const { rows } = await db.execute<{ cost: number }>(sql`
      with recursive ${attempts(runId)}, below as (
        select r.id, r.origin_id, r.cost from runs r join attempts a on r.parent_id = a.id
        union
        select r.id, r.origin_id, r.cost from runs r join below b on r.parent_id = b.id
      )
      select coalesce(sum(cost), 0)::float8 as cost from below
      where not exists (select 1 from below later where later.origin_id = below.id)`);
    return rows[0]?.cost ?? 0;
  },
};

/** The most descendants of a run that are listed with it. */
const mostChildren = 200;
/** The number of the newest runs of a tenant whose changes are reported to watchers of the list. */
const watchedOfList = 100;

export interface RunFilter {
  kind?: string | undefined;
  status?: RunRow['status'] | undefined;
  subjectId?: string | undefined;
  scopeId?: string | undefined;
  /** The first and the last day, in UTC, on which a run ended, or was ordered if it has not ended. */
  from?: string | undefined;
  to?: string | undefined;
  /** Only what somebody has to look after: no tests of drafts, nothing of these kinds or begun by one of them, and nothing ordered again since. */
  toMend?: { without: readonly string[] } | undefined;
  search?: string | undefined;
  /** The matches of the searched text besides an id: kinds with such a title, and entities and subjects with such a name. */
  meant?: { kinds: readonly string[]; scopes: readonly string[]; subjects: readonly string[] };
}

export interface ChildRow extends Record<string, unknown> {
  id: string;
  kind: string;
  parentId: string;
  status: RunRow['status'];
  cost: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const cost = sql<number>`runs.cost::float8`;
const parentId = sql<string | null>`runs.parent_id`;
const at = sql`coalesce(${runs.finishedAt}, ${runs.createdAt})`;
const sortKeys = { queuedAt: sql`${runs.createdAt}`, credits: sql`runs.cost` };

const escaped = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

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
    ilike(runs.kind, `%${escaped(search)}%`),
    meant && meant.kinds.length > 0 ? inArray(runs.kind, [...meant.kinds]) : undefined,
    meant && meant.subjects.length > 0 ? inArray(runs.subjectId, [...meant.subjects]) : undefined,
    meant && meant.scopes.length > 0 ? inArray(runs.scopeId, [...meant.scopes]) : undefined,
  );
};

export interface ListedRun extends RunRow {
  cost: number;
  parentId: string | null;
}

/** A run that another one has started, and the name of the entry that did. */
interface StartedRun extends Record<string, unknown> {
  parentId: string;
  name: string;
  runId: string;
  kind: string;
  cost: number;
}

/** Reads runs for the list and for the view of one run. `visible` is a condition on the table of runs. */
export const runLists = {
  mostChildren,
  ...runAttempts,

  async list(
    db: TenantDb,
    { visible, ...filter }: RunFilter & { visible: SQL | undefined },
    page: PageOrder<keyof typeof sortKeys>,
  ): Promise<Page<ListedRun>> {
    const where = and(
      visible,
      filter.kind ? eq(runs.kind, filter.kind) : undefined,
      filter.status ? eq(runs.status, filter.status) : undefined,
      filter.subjectId ? eq(runs.subjectId, filter.subjectId) : undefined,
      filter.scopeId ? eq(runs.scopeId, filter.scopeId) : undefined,
      filter.from ? sql`${at} >= ${`${filter.from}T00:00:00Z`}::timestamptz` : undefined,
      filter.to ? sql`${at} < ${`${filter.to}T00:00:00Z`}::timestamptz + interval '1 day'` : undefined,
      isToMend(filter),
      searched(filter),
    );
    const key = sortKeys[page.sort];
    const rows = await db
      .select({ row: runs, cost, parentId, key: sql<string>`${key}::text`, id: runs.id })
      .from(runs)
      .where(and(where, keysetAfter(key, runs.id, page)))
      .orderBy(...buildOrder(key, runs.id, page))
      .limit(page.limit + 1);
    const [counted] = await db.select({ total: count() }).from(runs).where(where);
    return {
      rows: rows.map(({ row, key: sortedBy, id, ...more }) => ({
        row: { ...row, ...more },
        key: sortedBy,
        id,
      })),
      total: counted?.total ?? 0,
    };
  },

  /** Returns true when the run exists and meets the condition. */
  async has(db: TenantDb, runId: string, visible: SQL | undefined): Promise<boolean> {
    const rows = await db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, runId), visible));
    return rows.length > 0;
  },

  /** Finds the id of what a run belongs to. */
  async findScope(db: TenantDb, runId: string): Promise<string | undefined> {
    const [row] = await db.select({ scopeId: runs.scopeId }).from(runs).where(eq(runs.id, runId));
    return row?.scopeId ?? undefined;
  },

  async findKinds(db: TenantDb, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: runs.id, kind: runs.kind })
      .from(runs)
      .where(inArray(runs.id, [...ids]));
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  },

  /** Lists the descendants of a run that meet the condition, oldest first, with one more than `mostChildren` when there are more. */
  async listDescendants(db: TenantDb, runId: string, visible: SQL | undefined): Promise<ChildRow[]> {
    const { rows } = await db.execute<ChildRow>(sql`
      with recursive descendants as (
        select id from runs where parent_id = ${runId}
        union
        select r.id from runs r join descendants d on r.parent_id = d.id
      )
      select id, kind, parent_id as "parentId", status, cost::float8 as cost, created_at as "createdAt", started_at as "startedAt",
        finished_at as "finishedAt"
      from runs where id in (select id from descendants limit 5000) and ${visible ?? sql`true`}
      order by created_at, id limit ${mostChildren + 1}`);
    return rows.map((row) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      startedAt: row.startedAt && new Date(row.startedAt),
      finishedAt: row.finishedAt && new Date(row.finishedAt),
    }));
  },

  /** Returns what a run and all runs below it have cost, in millionths of a credit. */
  async costOfFamily(db: TenantDb, runId: string): Promise<number> {
    const { rows } = await db.execute<{ cost: number }>(sql`
      with recursive family as (
        select id, cost from runs where id = ${runId}
        union
        select r.id, r.cost from runs r join family f on r.parent_id = f.id
      )
      select coalesce(sum(cost), 0)::float8 as cost from family`);
    return rows[0]?.cost ?? 0;
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

  /**
   * Finds the runs that these runs have started as children under these names of entries, each with what it and its descendants have cost, in
   * millionths of a credit.
   */
  async listStarted(
    db: TenantDb,
    { runIds, names }: { runIds: readonly string[]; names: readonly string[] },
  ): Promise<StartedRun[]> {
    const { rows } = await db.execute<StartedRun>(sql`
      select j.run_id as "parentId", j.name, r.id as "runId", r.kind, (
        with recursive family as (
          select id, cost from runs where id = r.id
          union
          select d.id, d.cost from runs d join family f on d.parent_id = f.id
        )
        select sum(cost)::float8 from family) as cost
      from run_journal j join runs r on r.id = trim('"' from j.result)
      where j.run_id = any(${sql.param([...runIds])}::text[]) and j.op = 'child' and j.name = any(${sql.param([...names])}::text[])`);
    return rows;
  },
};
