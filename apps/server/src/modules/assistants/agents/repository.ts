import type {
  AgentListStatus,
  AgentMode,
  AgentSettings,
} from '@atelier/contracts/assistants/agents/agent-shapes';
import { and, eq, ilike, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { EntityRows } from '../../../kernel/entities/entity-rows.ts';
import { VersionRows, type VersionState } from '../drafts/index.ts';
import { type AgentRow, type AgentVersionRow, agents, agentVersions } from './tables.ts';

export interface AgentFilter {
  search?: string | undefined;
  mode?: AgentMode | undefined;
  /** Only crews, or only agents; by default both. */
  isCrew?: boolean | undefined;
  /** Only agents that are published and switched on. */
  isReady?: boolean | undefined;
  status?: AgentListStatus | undefined;
  visible?: SQL | undefined;
}

/** An agent as lists show it. */
export interface ListedAgent {
  row: AgentRow;
  /** The state of the newest version. */
  state: 'DRAFT' | 'LOCKED';
  /** The delegates that the newest version names. */
  team: Pick<AgentSettings, 'crew' | 'agentIds'>;
}

const sortable = {
  name: sql`lower(${agents.name})`,
  createdAt: sql`${agents.createdAt}`,
  updatedAt: sql`${agents.updatedAt}`,
};

const statusIs = {
  PUBLISHED: and(agents.active, isNotNull(agents.publishedVersionId)),
  DRAFT: and(agents.active, isNull(agents.publishedVersionId)),
  OFF: not(agents.active),
} satisfies Record<AgentListStatus, SQL | undefined>;

const conditions = ({ search, mode, isCrew, status, isReady, visible }: AgentFilter): SQL | undefined =>
  and(
    visible,
    isReady ? and(agents.active, isNotNull(agents.publishedVersionId)) : undefined,
    mode ? eq(agents.mode, mode) : undefined,
    isCrew === undefined ? undefined : eq(agents.isCrew, isCrew),
    status ? statusIs[status] : undefined,
    search ? ilike(agents.name, containing(search)) : undefined,
  );

const settings = agentVersions.settings;
const team = sql<
  ListedAgent['team']
>`jsonb_build_object('crew', ${settings} -> 'crew', 'agentIds', ${settings} -> 'agentIds')`;

const isNewest = eq(agentVersions.id, agents.newestVersionId);

interface User {
  id: string;
  name: string;
  isCrew: boolean;
}

/** Finds the agents whose newest or published version fits a condition. */
const listUsing = (db: TenantDb, condition: SQL, visible?: SQL): Promise<User[]> =>
  db
    .select({ id: agents.id, name: agents.name, isCrew: agents.isCrew })
    .from(agents)
    .where(
      and(
        visible,
        sql`exists (select 1 from ${agentVersions} where ${agentVersions.id} in (${agents.newestVersionId}, ${agents.publishedVersionId})
            and ${condition})`,
      ),
    );

export const agentRepository = Object.assign(new EntityRows(agents, conditions), {
  list(
    db: TenantDb,
    filter: AgentFilter,
    page: PageOrder<keyof typeof sortable>,
  ): Promise<Page<ListedAgent>> {
    const key = sortable[page.sort];
    const selected = db
      .select({ row: agents, state: agentVersions.state, team, ...placeColumns(key, agents.id) })
      .from(agents)
      .innerJoin(agentVersions, isNewest);
    return readPage(db, selected, { page, key, id: agents.id, where: conditions(filter), from: agents });
  },

  /** Finds the agents whose newest or published version hands work to this one. */
  listUsers: (db: TenantDb, id: string, visible: SQL | undefined) =>
    listUsing(db, sql`${agentVersions.settings} -> 'agentIds' ? ${id}`, visible),

  /** Finds the agents and crews whose published versions hand work to this agent, or to one that does, and so on. */
  async listWorkedForBy(
    db: TenantDb,
    id: string,
    visible: SQL | undefined,
  ): Promise<{ id: string; name: string }[]> {
    const found = await db.execute<{ id: string }>(sql`
      with recursive found (id) as (
        select ${id}::text
        union
        select a.id from found
        join agent_versions v on v.settings -> 'agentIds' ? found.id
        join agents a on a.published_version_id = v.id and a.active)
      select id from found where id <> ${id}`);
    const ids = found.rows.map((row) => row.id);
    return agentRepository.listByIds(db, ids, visible);
  },

  /** Finds the agents whose newest or published version uses a flow as a tool. */
  listFlowUsers: (db: TenantDb, flowId: string, visible: SQL | undefined) =>
    listUsing(db, sql`${agentVersions.settings} -> 'flowIds' ? ${flowId}`, visible),

  /** Finds the agents whose newest or published version uses a tool or a server of tools. */
  listToolUsers: (db: TenantDb, toolId: string) => {
    const reference = JSON.stringify([{ _id: toolId }]);
    const tools = sql`${agentVersions.settings} -> 'tools'`;
    return listUsing(
      db,
      sql`(${tools} -> 'toolList' @> ${reference}::jsonb or ${tools} -> 'mcpList' @> ${reference}::jsonb)`,
    );
  },
});

export const versionRepository = new VersionRows<
  AgentVersionRow,
  Pick<AgentVersionRow, 'settings'>,
  VersionState
>({ table: agentVersions, of: ['agentId', agentVersions.agentId], shown: {} });
