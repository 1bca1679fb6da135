import type { FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { and, eq, ilike, isNotNull, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { EntityRows } from '../../../kernel/entities/entity-rows.ts';
import { VersionRows, type VersionState } from '../drafts/index.ts';
import {
  type FlowRow,
  type FlowVersionRow,
  flows,
  flowTriggers,
  flowValues,
  flowVersions,
} from './tables.ts';

export interface FlowFilter {
  search?: string | undefined;
  status?: FlowStatus | undefined;
  isPublished?: true;
  visible?: SQL | undefined;
}

const isValid = sql<boolean>`${flowVersions.problems} = '[]'::jsonb`;

/** The newest version of a flow, as far as lists show it. */
const shownVersion = {
  id: flowVersions.id,
  state: flowVersions.state,
  steps: flowVersions.steps,
  pieces: flowVersions.pieces,
  triggers: flowVersions.triggers,
  isValid,
};

export interface ListedFlow {
  row: FlowRow;
  version: {
    id: string;
    state: 'DRAFT' | 'LOCKED';
    steps: number;
    pieces: string[];
    triggers: { pieceName: string; triggerName: string }[];
    isValid: boolean;
  };
}

const sortable = {
  name: sql`lower(${flows.name})`,
  createdAt: sql`${flows.createdAt}`,
  updatedAt: sql`${flows.updatedAt}`,
};

const conditions = ({ search, status, isPublished, visible }: FlowFilter): SQL | undefined =>
  and(
    visible,
    status ? eq(flows.status, status) : undefined,
    isPublished ? isNotNull(flows.publishedVersionId) : undefined,
    search ? ilike(flows.name, containing(search)) : undefined,
  );

const isNewest = eq(flowVersions.id, flows.newestVersionId);

export const flowRepository = Object.assign(new EntityRows(flows, conditions), {
  async findListed(db: TenantDb, id: string, visible: SQL | undefined): Promise<ListedFlow | undefined> {
    const [found] = await db
      .select({ row: flows, version: shownVersion })
      .from(flows)
      .innerJoin(flowVersions, isNewest)
      .where(and(eq(flows.id, id), visible));
    return found;
  },

  list(db: TenantDb, filter: FlowFilter, page: PageOrder<keyof typeof sortable>): Promise<Page<ListedFlow>> {
    const where = conditions(filter);
    const key = sortable[page.sort];
    const selected = db
      .select({ row: flows, version: shownVersion, ...placeColumns(key, flows.id) })
      .from(flows)
      .innerJoin(flowVersions, isNewest);
    return readPage(db, selected, { page, key, id: flows.id, where, from: flows });
  },

  /** Lists the flows that answer questions in chats: published with such a trigger, and switched on. */
  listAnswering: (
    db: TenantDb,
    visible: SQL | undefined,
    limit: number,
  ): Promise<{ id: string; name: string }[]> =>
    db
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .innerJoin(flowVersions, eq(flowVersions.id, flows.publishedVersionId))
      .where(
        and(
          visible,
          eq(flows.status, 'ENABLED'),
          sql`${flowVersions.triggers} @> ${JSON.stringify([{ pieceName: 'chat' }])}::jsonb`,
        ),
      )
      .orderBy(sql`lower(${flows.name})`)
      .limit(limit),

  removeValues: (db: TenantDb, id: string) => db.delete(flowValues).where(eq(flowValues.flowId, id)),

  countValues: (db: TenantDb, id: string): Promise<number> =>
    db.$count(flowValues, eq(flowValues.flowId, id)),

  removeTriggers: (db: TenantDb, id: string) => db.delete(flowTriggers).where(eq(flowTriggers.flowId, id)),

  /** Finds the other flows whose newest or published version contains a step that starts this one. */
  listUsers: (db: TenantDb, id: string, visible: SQL | undefined): Promise<{ id: string; name: string }[]> =>
    db
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .where(
        and(
          visible,
          sql`${flows.id} <> ${id}`,
          sql`exists (select 1 from ${flowVersions} where ${flowVersions.id} in (${flows.newestVersionId}, ${flows.publishedVersionId})
            and jsonb_path_exists(${flowVersions.content}, '$.steps.*.settings.input.flowId ? (@ == $id)', ${JSON.stringify({ id })}::jsonb))`,
        ),
      ),

  /** Finds the flows whose newest or published version uses a connection, once for each of the connections. */
  async listUsing(
    db: TenantDb,
    connectionIds: readonly string[],
    visible: SQL | undefined,
  ): Promise<{ id: string; name: string; connectionId: string }[]> {
    const used = sql`(select distinct jsonb_array_elements_text(v.connection_ids) as id from ${flowVersions} v
      where v.id in (${flows.newestVersionId}, ${flows.publishedVersionId}) and v.connection_ids ?| ${sql.param([...connectionIds])}::text[])`;
    const { rows } = await db.execute<{ id: string; name: string; connectionId: string }>(sql`
      select ${flows.id}, ${flows.name}, used.id as "connectionId" from ${flows} cross join lateral ${used} used
      where ${and(visible, sql`used.id = any(${sql.param([...connectionIds])}::text[])`)} order by lower(${flows.name})`);
    return rows;
  },

  /** Finds the flows whose newest or published version has a step that names something in its settings. */
  listNaming: (db: TenantDb, id: string, visible: SQL | undefined): Promise<{ id: string; name: string }[]> =>
    db
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .where(
        and(
          visible,
          sql`exists (select 1 from ${flowVersions} where ${flowVersions.id} in (${flows.newestVersionId}, ${flows.publishedVersionId})
            and jsonb_path_exists(${flowVersions.content}, 'strict $.steps.*.settings.** ? (@ == $id)', ${JSON.stringify({ id })}::jsonb, true))`,
        ),
      ),
});

/** The columns of a version that its content determines. */
export type StoredContent = Pick<
  FlowVersionRow,
  'name' | 'content' | 'problems' | 'steps' | 'pieces' | 'triggers'
>;

/** A version as lists show it. */
export type VersionLine = VersionState & Pick<FlowVersionRow, 'name' | 'steps'> & { isValid: boolean };

export const versionRepository = new VersionRows<FlowVersionRow, StoredContent, VersionLine>({
  table: flowVersions,
  of: ['flowId', flowVersions.flowId],
  shown: { name: flowVersions.name, steps: flowVersions.steps, isValid },
});
