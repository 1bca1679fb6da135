import type { SourceItemOutcome } from '@atelier/contracts/content/sources/source-shapes';
import { and, asc, count, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { statusOfDocument } from '../../documents/declarations.ts';
import { type SourceItemRow, sourceItems, sources } from '../tables.ts';

export type NewItem = Omit<SourceItemRow, 'tenantId' | 'seenAt'>;

const status = sql`coalesce(${statusOfDocument(sourceItems.importId)}, 'GONE')`;

/** The name of the line that says of a message why it was refused. */
export const refusedMessage = 'Refused message';
const isNoRefusal = or(ne(sourceItems.outcome, 'SKIPPED'), ne(sourceItems.name, refusedMessage));

/**
 * The status of an item: skipped or removed items keep that status, and all others have that of their document. So each
 * item is counted exactly once, whatever happens to its document.
 */
const outcome: SQL<SourceItemOutcome> = sql`case
  when ${sourceItems.outcome} in ('SKIPPED', 'REMOVED') then ${sourceItems.outcome}
  else case ${status}
    when 'COMPLETED' then case when ${sourceItems.outcome} = 'UNCHANGED' then 'UNCHANGED' else 'IMPORTED' end
    when 'FAILED' then 'FAILED' when 'CANCELLED' then 'SKIPPED' when 'GONE' then 'SKIPPED'
    else 'PENDING' end end`;

/** A condition for the items of the latest sync and of inbound messages since. */
const isLatest = eq(sourceItems.syncId, sql`coalesce(${sources.runId}, '')`);

export interface OutcomeCount {
  sourceId: string;
  outcome: SourceItemOutcome;
  items: number;
}

/** A row of a sync report: an item, its status, and the status of the document that was made of it. */
export interface ReportRow {
  item: SourceItemRow;
  outcome: SourceItemOutcome;
  status: string;
}

/** A known item, and whether its document still exists. */
export interface KnownItem {
  item: SourceItemRow;
  isThere: boolean;
}

interface ReportFilter {
  sourceId: string;
  search?: string | undefined;
  outcome?: SourceItemOutcome | undefined;
}

const ofSource = (sourceId: string) => eq(sourceItems.sourceId, sourceId);
const joinSource = eq(sources.id, sourceItems.sourceId);

const matching = (filter: ReportFilter): SQL | undefined =>
  and(
    ofSource(filter.sourceId),
    isLatest,
    filter.search
      ? sql`position(lower(${filter.search}) in lower(${sourceItems.name} || ' ' || coalesce(${sourceItems.url}, ''))) > 0`
      : undefined,
    filter.outcome ? sql`${outcome} = ${filter.outcome}` : undefined,
  );

export const itemRepository = {
  countOutcomes: (db: TenantDb, sourceIds: readonly string[]): Promise<OutcomeCount[]> =>
    sourceIds.length === 0
      ? Promise.resolve([])
      : db
          .select({ sourceId: sourceItems.sourceId, outcome, items: count() })
          .from(sourceItems)
          .innerJoin(sources, joinSource)
          .where(and(inArray(sourceItems.sourceId, [...sourceIds]), isLatest))
          .groupBy(sourceItems.sourceId, sql`2`),

  async report(
    db: TenantDb,
    filter: ReportFilter,
    paging: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ReportRow>> {
    const key = sql`lower(${sourceItems.name})`;
    const page: PageOrder<string> = { ...paging, sort: 'name', order: 'asc' };
    const selected = db
      .select({
        item: sourceItems,
        outcome,
        status: sql<string>`${status}`,
        ...placeColumns(key, sourceItems.externalId),
      })
      .from(sourceItems)
      .innerJoin(sources, joinSource);
    return readPage(db, selected, {
      page,
      key,
      id: sourceItems.externalId,
      where: matching(filter),
      from: sql`${sourceItems} join ${sources} on ${joinSource}`,
    });
  },

  listKnown: (db: TenantDb, sourceId: string, externalIds: readonly string[]): Promise<KnownItem[]> =>
    externalIds.length === 0
      ? Promise.resolve([])
      : db
          .select({ item: sourceItems, isThere: sql<boolean>`${status} <> 'GONE'` })
          .from(sourceItems)
          .where(and(ofSource(sourceId), inArray(sourceItems.externalId, [...externalIds]))),

  /** Stores the outcomes of items, replacing earlier ones. */
  async write(db: TenantDb, rows: readonly NewItem[]): Promise<void> {
    if (rows.length === 0) return;
    const from = (column: string) => sql.raw(`excluded.${column}`);
    await db
      .insert(sourceItems)
      .values([...rows])
      .onConflictDoUpdate({
        target: [sourceItems.tenantId, sourceItems.sourceId, sourceItems.externalId],
        set: {
          syncId: from('sync_id'),
          origin: from('origin'),
          outcome: from('outcome'),
          name: from('name'),
          url: from('url'),
          sha256: from('sha256'),
          importId: from('import_id'),
          code: from('code'),
          reason: from('reason'),
          seenAt: sql`now()`,
        },
      });
  },

  /** Counts the documents that came through the inbound address; not the messages that were refused there. */
  countHooked: (db: TenantDb, sourceId: string): Promise<number> =>
    db.$count(sourceItems, and(ofSource(sourceId), eq(sourceItems.origin, 'HOOK'), isNoRefusal)),

  /**
   * Lists the items with a document that a complete reading did not find. An item that was found but skipped, such as a
   * page that failed, is not missing.
   */
  listMissing: (db: TenantDb, sourceId: string, syncId: string, limit: number): Promise<SourceItemRow[]> =>
    db
      .select()
      .from(sourceItems)
      .where(
        and(
          ofSource(sourceId),
          eq(sourceItems.origin, 'SYNC'),
          ne(sourceItems.syncId, syncId),
          sql`${sourceItems.importId} is not null`,
          or(
            isNull(sourceItems.url),
            notInArray(
              sourceItems.url,
              sql`(select s.url from source_items s where s.source_id = ${sourceId} and s.sync_id = ${syncId}
                and s.outcome = 'SKIPPED' and s.url is not null)`,
            ),
          ),
        ),
      )
      .orderBy(asc(sourceItems.externalId))
      .limit(limit),

  /** Deletes the items that earlier syncs skipped or removed. */
  async forgetEarlier(db: TenantDb, sourceId: string, syncId: string): Promise<void> {
    await db
      .delete(sourceItems)
      .where(and(ofSource(sourceId), ne(sourceItems.syncId, syncId), isNull(sourceItems.importId)));
  },
};
