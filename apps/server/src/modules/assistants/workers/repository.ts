import type { WorkerStatus, WorkerTargetKind } from '@atelier/contracts/assistants/workers/worker-shapes';
import { and, asc, eq, getTableColumns, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { EntityRows } from '../../../kernel/entities/entity-rows.ts';
import { type WorkerInputRow, type WorkerRow, workerInputs, workers } from './tables.ts';

interface WorkerFilter {
  search?: string | undefined;
  status?: WorkerStatus | undefined;
  runs?: WorkerTargetKind | undefined;
  visible?: SQL | undefined;
}

const conditions = ({ search, status, runs, visible }: WorkerFilter): SQL | undefined =>
  and(
    visible,
    search ? sql`(${workers.name} || ' ' || ${workers.description}) ilike ${containing(search)}` : undefined,
    status ? eq(workers.status, status) : undefined,
    runs ? eq(workers.targetKind, runs) : undefined,
  );

const sortable = {
  name: sql`lower(${workers.name})`,
  createdAt: sql`${workers.createdAt}`,
  updatedAt: sql`${workers.updatedAt}`,
};

/** True when an input still reads the same place, however often. */
const isSameSource = sql`${workerInputs.settings} - 'everyMinutes' = excluded.settings - 'everyMinutes'`;

export const workerRepository = Object.assign(new EntityRows(workers, conditions), {
  list(db: TenantDb, filter: WorkerFilter, page: PageOrder<keyof typeof sortable>): Promise<Page<WorkerRow>> {
    const key = sortable[page.sort];
    const selected = db
      .select({ ...getTableColumns(workers), ...placeColumns(key, workers.id) })
      .from(workers);
    return readPage(db, selected, { page, key, id: workers.id, where: conditions(filter), from: workers });
  },

  /** Finds the workers that pass their results on to this one. */
  listFeeding: (db: TenantDb, id: string, visible: SQL | undefined) =>
    db
      .select({ workerId: workers.id, name: workers.name })
      .from(workers)
      .where(
        and(visible, sql`${workers.outputs} @> ${JSON.stringify([{ kind: 'WORKER', workerId: id }])}::jsonb`),
      ),

  /** Finds the workers that run an agent, crew or flow. */
  listRunning: (db: TenantDb, targetId: string, visible: SQL | undefined) =>
    db
      .select({ id: workers.id, name: workers.name })
      .from(workers)
      .where(and(eq(workers.targetId, targetId), visible))
      .orderBy(asc(workers.createdAt)),

  /** Finds the workers with inputs that use connections, once for each of the connections. */
  listUsing: (db: TenantDb, connectionIds: readonly string[], visible: SQL | undefined) => {
    const connectionId = sql<string>`${workerInputs.settings} ->> 'connectionId'`;
    return db
      .selectDistinct({ id: workers.id, name: workers.name, connectionId })
      .from(workers)
      .innerJoin(workerInputs, eq(workerInputs.workerId, workers.id))
      .where(and(visible, inArray(connectionId, [...connectionIds])))
      .orderBy(asc(workers.name));
  },

  listInputs: (db: TenantDb, workerIds: readonly string[]): Promise<WorkerInputRow[]> =>
    workerIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(workerInputs)
          .where(inArray(workerInputs.workerId, [...workerIds]))
          .orderBy(asc(workerInputs.workerId), asc(workerInputs.place)),

  /** Lists the connections that inputs use and that exist. */
  async listConnectionIds(db: TenantDb): Promise<string[]> {
    const id = sql<string>`${workerInputs.settings} ->> 'connectionId'`;
    const rows = await db.selectDistinct({ id }).from(workerInputs).where(sql`${id} is not null`);
    return rows.map((row) => row.id);
  },

  async findInput(db: TenantDb, id: string): Promise<WorkerInputRow | undefined> {
    const [row] = await db.select().from(workerInputs).where(eq(workerInputs.id, id));
    return row;
  },

  /** Finds an input, at which nobody else looks until the transaction ends. */
  async lockInput(db: TenantDb, id: string): Promise<WorkerInputRow | undefined> {
    const [row] = await db.select().from(workerInputs).where(eq(workerInputs.id, id)).for('update');
    return row;
  },

  setNext: (db: TenantDb, id: string, nextAt: Date | null) =>
    db.update(workerInputs).set({ nextAt }).where(eq(workerInputs.id, id)),

  /** Notes that an input was read, and what the next look gets. */
  noteLook: (db: TenantDb, id: string, change: Pick<WorkerInputRow, 'state' | 'cause'>) =>
    db
      .update(workerInputs)
      .set({ ...change, lookedAt: sql`now()` })
      .where(eq(workerInputs.id, id)),

  noteFailure: (db: TenantDb, id: string, cause: NonNullable<WorkerInputRow['cause']>) =>
    db.update(workerInputs).set({ cause }).where(eq(workerInputs.id, id)),

  /** Makes these the inputs of a worker. One that stays keeps what it knows, unless it reads from elsewhere now. */
  async putInputs(
    db: TenantDb,
    workerId: string,
    rows: readonly Pick<WorkerInputRow, 'id' | 'place' | 'kind' | 'settings'>[],
  ): Promise<void> {
    const kept = rows.map(({ id }) => id);
    await db
      .delete(workerInputs)
      .where(and(eq(workerInputs.workerId, workerId), notInArray(workerInputs.id, ['', ...kept])));
    for (const { id, ...row } of rows)
      await db
        .insert(workerInputs)
        .values({ id, workerId, ...row })
        .onConflictDoUpdate({
          target: [workerInputs.tenantId, workerInputs.id],
          set: {
            ...row,
            state: sql`case when ${isSameSource} then ${workerInputs.state} end`,
            setAt: sql`case when ${isSameSource} then ${workerInputs.setAt} else now() end`,
            cause: null,
          },
          setWhere: eq(workerInputs.workerId, workerId),
        });
  },
});
