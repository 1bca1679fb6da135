import type { SourceItemOutcome } from '@atelier/contracts/content/sources/source-shapes';
import { and, asc, count, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { statusOfDocument } from '../../documents/index.ts';
import { type SourceItemRow, sourceItems, sources } from '../tables.ts';

export type NewItem = Omit<SourceItemRow, 'tenantId' | 'seenAt'>;

const status = sql`coalesce(${statusOfDocument(sourceItems.importId)}, 'GONE')`;

/**
 * How an item stands: what was left out or removed stays so; for the rest its document says. So whatever happens to a
 * document, each item counts exactly once.
 */
const outcome: SQL<SourceItemOutcome> = sql`case
  when ${sourceItems.outcome} in ('SKIPPED', 'REMOVED') then ${sourceItems.outcome}
  else case ${status}
    when 'COMPLETED' then case when ${sourceItems.outcome} = 'UNCHANGED' then 'UNCHANGED' else 'IMPORTED' end
    when 'FAILED' then 'FAILED' when 'CANCELLED' then 'SKIPPED' when 'GONE' then 'SKIPPED'
    else 'PENDING' end end`;

/** What belongs to the latest sync, or came to the inbound address since. */
const isLatest = eq(sourceItems.syncId, sql`coalesce(${sources.runId}, '')`);

export interface OutcomeCount {
  sourceId: string;
  outcome: SourceItemOutcome;
  items: number;
}

/** A line of the report: the item, how it stands, and how its document does. */
export interface ReportRow {
  item: SourceItemRow;
  outcome: SourceItemOutcome;
  status: string;
}

/** What was known of an item before, and whether its document is still there. */
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
    const rows = await db
      .select({
        item: sourceItems,
        outcome,
        status: sql<string>`${status}`,
        key: sql<string>`${key}::text`,
      })
      .from(sourceItems)
      .innerJoin(sources, joinSource)
      .where(and(matching(filter), keysetAfter(key, sourceItems.externalId, page)))
      .orderBy(...orderOf(key, sourceItems.externalId, page))
      .limit(page.limit + 1);
    const [all] = await db
      .select({ total: count() })
      .from(sourceItems)
      .innerJoin(sources, joinSource)
      .where(matching(filter));
    return {
      rows: rows.map(({ key, ...row }) => ({ row, key, id: row.item.externalId })),
      total: all?.total ?? 0,
    };
  },

  listKnown: (db: TenantDb, sourceId: string, externalIds: readonly string[]): Promise<KnownItem[]> =>
    externalIds.length === 0
      ? Promise.resolve([])
      : db
          .select({ item: sourceItems, isThere: sql<boolean>`${status} <> 'GONE'` })
          .from(sourceItems)
          .where(and(ofSource(sourceId), inArray(sourceItems.externalId, [...externalIds]))),

  /** Writes what became of items; what was known of them before is replaced. */
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

  /** How many documents other programs sent. */
  async countHooked(db: TenantDb, sourceId: string): Promise<number> {
    const [row] = await db
      .select({ total: count() })
      .from(sourceItems)
      .where(and(ofSource(sourceId), eq(sourceItems.origin, 'HOOK')));
    return row?.total ?? 0;
  },

  /**
   * Items with a document that a complete reading did not show. One that was seen and left out this time, a page that
   * failed for example, is not gone.
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

  /** Forgets what earlier syncs left out or removed. */
  async forgetEarlier(db: TenantDb, sourceId: string, syncId: string): Promise<void> {
    await db
      .delete(sourceItems)
      .where(and(ofSource(sourceId), ne(sourceItems.syncId, syncId), isNull(sourceItems.importId)));
  },
};
