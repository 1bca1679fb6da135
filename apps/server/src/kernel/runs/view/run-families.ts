import { inArray, type SQL, sql } from 'drizzle-orm';
import type { TenantDb } from '../../db/tenant-db.ts';
import type { RunStatus } from '../definition/define-run.ts';
import type { StepView } from '../start/view-run.ts';

/** Characters of a result that a list of steps shows. */
const previewLength = 2_000;
/** The most descendants of a run that are listed with it. */
const mostChildren = 200;

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

/** A place in the list of the steps of a family. */
export interface FamilyPlace {
  at: string;
  runId: string;
  seq: number;
}

export interface ChildRow extends Record<string, unknown> {
  id: string;
  kind: string;
  parentId: string;
  status: RunStatus;
  cost: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** A run that another one has started, and the name of the entry that did. */
interface StartedRun extends Record<string, unknown> {
  parentId: string;
  name: string;
  runId: string;
  kind: string;
  cost: number;
}

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

/** Selects a run, and all that it started below it, as `family`. `kind` leaves out those of other kinds, with what is below them. */
const family = (root: SQL, kind?: string): SQL => sql`family as (
  select id, status, cost from runs where id = ${root}
  union
  select r.id, r.status, r.cost from runs r join family f on r.parent_id = f.id ${kind === undefined ? sql`` : sql`where r.kind = ${kind}`}
)`;

/** Reads runs together with those that they started. `visible` is a condition on the table of runs. */
export const runFamilies = {
  mostChildren,

  /** Lists the runs that a run and those that it continues started themselves, oldest first, without those that were continued. */
  async listChildrenOfAttempts(db: TenantDb, runId: string): Promise<Child[]> {
    const { rows } = await db.execute<Child>(sql`
      with recursive ${attempts(runId)}, children as (select r.* from runs r join attempts a on r.parent_id = a.id)
      select id, kind, status from children
      where not exists (select 1 from children later where later.origin_id = children.id)
      order by created_at, id`);
    return rows;
  },

  /**
   * Returns what all runs below a run and those that it continues have cost, in millionths of a credit. What succeeded before stays under the
   * run that started it; a child that was continued has a successor, which carries its cost on.
   */
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

  /** Lists the descendants of a run that meet the condition, oldest first, with one more than `mostChildren` when there are more. */
  async listDescendants(db: TenantDb, runId: string, visible: SQL | undefined): Promise<ChildRow[]> {
    const { rows } = await db.execute<ChildRow>(sql`
      with recursive ${family(sql`${runId}`)}
      select id, kind, parent_id as "parentId", status, cost::float8 as cost, created_at as "createdAt", started_at as "startedAt",
        finished_at as "finishedAt"
      from runs where id in (select id from family where id <> ${runId} limit 5000) and ${visible ?? sql`true`}
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
    const { rows } = await db.execute<{ cost: number }>(
      sql`with recursive ${family(sql`${runId}`)} select coalesce(sum(cost), 0)::float8 as cost from family`,
    );
    return rows[0]?.cost ?? 0;
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
        with recursive ${family(sql`r.id`)} select sum(cost)::float8 from family) as cost
      from run_journal j join runs r on r.id = trim('"' from j.result)
      where j.run_id = any(${sql.param([...runIds])}::text[]) and j.op = 'child' and j.name = any(${sql.param([...names])}::text[])`);
    return rows;
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
      with recursive ${family(sql`${runId}`, childKind)}
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
      with recursive ${family(sql`${runId}`, childKind)}
      select j.name from run_journal j join family f on f.id = j.run_id
      where j.cause is not null and j.name ~ ${names} order by j.run_id = ${runId}, j.at desc, j.seq desc limit 1`);
    return rows[0]?.name;
  },

  /** Finds the newest run of the kind that failed under a run or its descendants of the kind `childKind`, with the same cause. */
  async findFailedCall(
    db: TenantDb,
    { runId, kind, childKind }: { runId: string; kind: string; childKind: string },
  ): Promise<string | undefined> {
    const { rows } = await db.execute<{ id: string }>(sql`
      with recursive ${family(sql`${runId}`, childKind)}
      select c.id from runs c join family f on f.id = c.parent_id join runs own on own.id = ${runId}
      where c.kind = ${kind} and c.status = 'FAILED' and c.cause ->> 'code' = own.cause ->> 'code' and c.cause ->> 'message' = own.cause ->> 'message'
      order by c.finished_at desc limit 1`);
    return rows[0]?.id;
  },

  /** Returns true when a run of one of these kinds waits for the run. */
  async hasCaller(db: TenantDb, runId: string, kinds: readonly string[]): Promise<boolean> {
    const { rows } = await db.execute(sql`
      select 1 from runs r join runs caller on caller.id = r.parent_id
      where r.id = ${runId} and ${inArray(sql`caller.kind`, [...kinds])}`);
    return rows.length > 0;
  },
};
