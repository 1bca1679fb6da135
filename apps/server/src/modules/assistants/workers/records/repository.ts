import type {
  RecordEnding,
  RecordStage,
  RecordStatus,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type { RecordCounts } from '@atelier/contracts/assistants/workers/worker-shapes';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RecordRow, workerRecords } from '../tables.ts';

interface RecordFilter {
  workerId?: string | undefined;
  status?: RecordStatus | undefined;
  stage?: RecordStage | undefined;
  ending?: RecordEnding | undefined;
  search?: string | undefined;
  visible?: SQL | undefined;
}

const sortable = {
  name: sql`${workerRecords.name}`,
  status: sql`${workerRecords.status}`,
  createdAt: sql`${workerRecords.createdAt}`,
};

const conditions = ({ workerId, status, stage, ending, search, visible }: RecordFilter): SQL | undefined =>
  and(
    visible,
    workerId ? eq(workerRecords.workerId, workerId) : undefined,
    status ? eq(workerRecords.status, status) : undefined,
    stage ? eq(workerRecords.stage, stage) : undefined,
    ending ? sql`${workerRecords.cause} ->> 'code' = ${ending}` : undefined,
    search ? sql`${workerRecords.name} ilike ${containing(search)}` : undefined,
  );

/** The state of the records of one worker. */
export interface WorkerTally {
  counts: RecordCounts;
  lastAt: Date | null;
}

export const noRecords: WorkerTally = {
  counts: { total: 0, pending: 0, waiting: 0, completed: 0, errored: 0, failed: 0 },
  lastAt: null,
};

/** The most workers whose waiting records are counted at once. */
const mostWorkersWaiting = 200;

const isRefused = eq(workerRecords.stage, 'REFUSED');
/** Refused calls are no work, so that they are listed and not counted. */
export const isWork = ne(workerRecords.stage, 'REFUSED');

const inStatus = (status: RecordStatus) =>
  sql<number>`(count(*) filter (where ${workerRecords.status} = ${status}))::int`;

export const recordRepository = {
  /** Inserts a record. Returns false when the worker has taken the input already. */
  async insert(db: TenantDb, row: Omit<typeof workerRecords.$inferInsert, 'tenantId'>): Promise<boolean> {
    const inserted = await db
      .insert(workerRecords)
      .values(row)
      .onConflictDoNothing({
        target: [workerRecords.tenantId, workerRecords.workerId, workerRecords.inputKey],
      })
      .returning({ id: workerRecords.id });
    return inserted.length > 0;
  },

  /** Deletes the refused calls of a worker that were noted more than some days ago. */
  forgetRefused: (db: TenantDb, workerId: string, days: number) =>
    db
      .delete(workerRecords)
      .where(
        and(
          eq(workerRecords.workerId, workerId),
          isRefused,
          sql`${workerRecords.createdAt} < now() - ${days} * interval '1 day'`,
        ),
      ),

  async find(db: TenantDb, id: string, visible?: SQL): Promise<RecordRow | undefined> {
    const [row] = await db
      .select()
      .from(workerRecords)
      .where(and(eq(workerRecords.id, id), visible));
    return row;
  },

  /** Finds a record, which nobody else changes until the transaction ends. */
  async lock(db: TenantDb, id: string, visible?: SQL): Promise<RecordRow | undefined> {
    const [row] = await db
      .select()
      .from(workerRecords)
      .where(and(eq(workerRecords.id, id), visible))
      .for('update');
    return row;
  },

  async findByKey(db: TenantDb, workerId: string, inputKey: string): Promise<RecordRow | undefined> {
    const [row] = await db
      .select()
      .from(workerRecords)
      .where(and(eq(workerRecords.workerId, workerId), eq(workerRecords.inputKey, inputKey)));
    return row;
  },

  /** Finds the record of a visitor by the hash of their unguessable id. */
  async findOfVisitor(db: TenantDb, keyHash: string): Promise<RecordRow | undefined> {
    const [row] = await db.select().from(workerRecords).where(eq(workerRecords.visitorKeyHash, keyHash));
    return row;
  },

  async findOfRun(db: TenantDb, runId: string): Promise<RecordRow | undefined> {
    const [row] = await db.select().from(workerRecords).where(eq(workerRecords.runId, runId)).for('update');
    return row;
  },

  list(db: TenantDb, filter: RecordFilter, page: PageOrder<keyof typeof sortable>): Promise<Page<RecordRow>> {
    const where = conditions(filter);
    const key = sortable[page.sort];
    const columns = { ...getTableColumns(workerRecords), ...placeColumns(key, workerRecords.id) };
    const selected = db.select(columns).from(workerRecords);
    return readPage(db, selected, { page, key, id: workerRecords.id, where, from: workerRecords });
  },

  /** Counts the records of workers by their state: all, or those that came in since a moment. */
  async tally(db: TenantDb, workerIds: readonly string[], since?: Date): Promise<Map<string, WorkerTally>> {
    if (workerIds.length === 0) return new Map();
    const rows = await db
      .select({
        workerId: workerRecords.workerId,
        total: sql<number>`count(*)::int`,
        pending: inStatus('PENDING'),
        waiting: sql<number>`(count(*) filter (where ${workerRecords.stage} = 'WAITING'))::int`,
        completed: inStatus('COMPLETED'),
        errored: inStatus('ERRORED'),
        failed: inStatus('FAILED'),
        lastAt: sql<string>`max(${workerRecords.createdAt})`,
      })
      .from(workerRecords)
      .where(
        and(
          inArray(workerRecords.workerId, [...workerIds]),
          isWork,
          since ? gte(workerRecords.createdAt, since) : undefined,
        ),
      )
      .groupBy(workerRecords.workerId);
    return new Map(
      rows.map(({ workerId, lastAt, ...counts }) => [workerId, { counts, lastAt: new Date(lastAt) }]),
    );
  },

  /** Counts the records that wait for a decision, by worker, with the one that has waited longest. */
  listWaiting: (db: TenantDb, visible: SQL | undefined) =>
    db
      .select({
        workerId: workerRecords.workerId,
        count: count(),
        oldestId: sql<string>`(array_agg(${workerRecords.id} order by ${workerRecords.createdAt}))[1]`,
      })
      .from(workerRecords)
      .where(and(eq(workerRecords.stage, 'WAITING'), visible))
      .groupBy(workerRecords.workerId)
      .orderBy(desc(count()))
      .limit(mostWorkersWaiting),

  /** Returns a text that changes with every record of a worker. */
  async fingerprintRecords(db: TenantDb, workerId: string): Promise<string> {
    const [row] = await db
      .select({ print: sql<string>`concat(count(*), ' ', max(${workerRecords.updatedAt}))` })
      .from(workerRecords)
      .where(eq(workerRecords.workerId, workerId));
    return row?.print ?? '';
  },

  /** Lists records that wait for their worker to go on, oldest first. */
  listHeld: (db: TenantDb, workerId: string): Promise<{ id: string }[]> =>
    db
      .select({ id: workerRecords.id })
      .from(workerRecords)
      .where(
        and(
          eq(workerRecords.workerId, workerId),
          isNull(workerRecords.runId),
          eq(workerRecords.status, 'PENDING'),
        ),
      )
      .orderBy(asc(workerRecords.createdAt), asc(workerRecords.id)),

  /** Lists records that have not ended and answer questions of apps. */
  listAsked: (db: TenantDb, workerId: string): Promise<Pick<RecordRow, 'id' | 'input'>[]> =>
    db
      .select({ id: workerRecords.id, input: workerRecords.input })
      .from(workerRecords)
      .where(
        and(
          eq(workerRecords.workerId, workerId),
          eq(workerRecords.inputKind, 'APP'),
          eq(workerRecords.status, 'PENDING'),
        ),
      ),

  update: (db: TenantDb, id: string, change: Partial<RecordRow>) =>
    db
      .update(workerRecords)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(workerRecords.id, id)),
};
