import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { and, asc, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { type SourceRow, sources } from '../tables.ts';

/** A source with the run of its latest sync, from which its status follows. */
export interface SourceWithRun {
  source: SourceRow;
  run: RunRow | null;
}

const sortKeys = {
  name: sql`lower(${sources.name})`,
  type: sql`${sources.type}`,
  createdAt: sql`${sources.createdAt}`,
  updatedAt: sql`${sources.updatedAt}`,
};
export type SourceSort = keyof typeof sortKeys;

const joined = (db: TenantDb) =>
  db.select({ source: sources, run: runs }).from(sources).leftJoin(runs, eq(runs.id, sources.runId));

type NewSource = Pick<
  SourceRow,
  | 'id'
  | 'knowledgeBaseId'
  | 'type'
  | 'name'
  | 'settings'
  | 'connectionId'
  | 'schedule'
  | 'maxItems'
  | 'skipDuplicates'
  | 'labels'
>;

type SourceUpdate = Partial<
  Omit<SourceRow, 'tenantId' | 'id' | 'knowledgeBaseId' | 'type' | 'createdAt' | 'updatedAt'>
>;

export interface SourceFilter {
  knowledgeBaseId: string;
  type?: ImportType | undefined;
  search?: string | undefined;
}

const conditions = ({ knowledgeBaseId, type, search }: SourceFilter): SQL | undefined =>
  and(
    eq(sources.knowledgeBaseId, knowledgeBaseId),
    type ? eq(sources.type, type) : undefined,
    search ? ilike(sources.name, containing(search)) : undefined,
  );

export const sourceRepository = {
  async insert(db: TenantDb, row: NewSource): Promise<void> {
    await db.insert(sources).values(row);
  },

  async find(db: TenantDb, id: string): Promise<SourceWithRun | undefined> {
    const [found] = await joined(db).where(eq(sources.id, id));
    return found;
  },

  /** Like `find`, but locks the source: no other transaction can change it or order a sync until this one ends. */
  async lock(db: TenantDb, id: string): Promise<SourceWithRun | undefined> {
    await db.select({ id: sources.id }).from(sources).where(eq(sources.id, id)).for('no key update');
    // A second statement sees changes that were committed while the first one waited for the lock.
    return sourceRepository.find(db, id);
  },

  listByIds: (db: TenantDb, ids: readonly string[]): Promise<SourceWithRun[]> =>
    ids.length === 0 ? Promise.resolve([]) : joined(db).where(inArray(sources.id, [...ids])),

  /** Lists the ids of those whose name contains the text, newest first. */
  async listIdsNamed(db: TenantDb, search: string, limit: number): Promise<string[]> {
    const rows = await db
      .select({ id: sources.id })
      .from(sources)
      .where(ilike(sources.name, containing(search)))
      .orderBy(desc(sources.createdAt))
      .limit(limit);
    return rows.map(({ id }) => id);
  },

  async listIdsOfBase(db: TenantDb, knowledgeBaseId: string): Promise<string[]> {
    const rows = await db
      .select({ id: sources.id })
      .from(sources)
      .where(eq(sources.knowledgeBaseId, knowledgeBaseId))
      .orderBy(asc(sources.createdAt), asc(sources.id));
    return rows.map(({ id }) => id);
  },

  listOfConnections: (db: TenantDb, connectionIds: readonly string[]): Promise<SourceRow[]> =>
    connectionIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(sources)
          .where(inArray(sources.connectionId, [...connectionIds])),

  count: (db: TenantDb, knowledgeBaseId: string): Promise<number> =>
    db.$count(sources, eq(sources.knowledgeBaseId, knowledgeBaseId)),

  list(db: TenantDb, filter: SourceFilter, page: PageOrder<SourceSort>): Promise<Page<SourceWithRun>> {
    const key = sortKeys[page.sort];
    const selected = db
      .select({ source: sources, run: runs, ...placeColumns(key, sources.id) })
      .from(sources)
      .leftJoin(runs, eq(runs.id, sources.runId));
    return readPage(db, selected, { page, key, id: sources.id, where: conditions(filter), from: sources });
  },

  async update(db: TenantDb, id: string, change: SourceUpdate): Promise<void> {
    await db
      .update(sources)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(sources.id, id));
  },

  async remove(db: TenantDb, id: string): Promise<void> {
    await db.delete(sources).where(eq(sources.id, id));
  },

  /** Lists the sources with syncs that were deleted with their knowledge base. */
  async listOrphans(db: TenantDb, kind: string, knowledgeBaseId: string): Promise<string[]> {
    const rows = await db
      .selectDistinct({ id: runs.subjectId })
      .from(runs)
      .where(and(eq(runs.kind, kind), eq(runs.scopeId, knowledgeBaseId)));
    return rows.flatMap(({ id }) => (id === null ? [] : [id]));
  },
};
