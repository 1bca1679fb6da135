import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { buildOrder, keysetAfter, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import type { RunCause } from '../../../../kernel/runs/index.ts';
import { flows, flowTriggers, flowVersions } from '../tables.ts';

/** A trigger that fires next at a known time. */
export interface DueTrigger {
  flowId: string;
  flowName: string;
  kind: string;
  nextAt: Date;
  cause: RunCause | null;
  trigger: FlowTrigger;
}

interface DueFilter {
  kinds: string[];
  visible: SQL | undefined;
}

/** The time with the name of the trigger: a flow may have two triggers that fire at the same time. */
const key = sql`to_char(${flowTriggers.nextAt} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || ' ' || ${flowTriggers.name}`;

const trigger = sql<FlowTrigger>`(select t from jsonb_array_elements(${flowVersions.content} -> 'triggers') t
  where t ->> 'name' = ${flowTriggers.name})`;

const isDue = ({ kinds, visible }: DueFilter) =>
  and(
    visible,
    inArray(flowTriggers.kind, kinds),
    isNotNull(flowTriggers.nextAt),
    eq(flows.status, 'ENABLED'),
    sql`${trigger} is not null`,
  );

export const scheduleRepository = {
  async list(
    db: TenantDb,
    filter: DueFilter,
    { limit, cursor }: Pick<PageOrder<'nextAt'>, 'limit' | 'cursor'>,
  ): Promise<Page<DueTrigger>> {
    const page = { limit, cursor, sort: 'nextAt', order: 'asc' } as const;
    const { flowId, kind, nextAt, cause } = flowTriggers;
    const found = db
      .select({ flowId, flowName: flows.name, kind, nextAt, cause, trigger, key: sql<string>`${key}` })
      .from(flowTriggers)
      .innerJoin(flows, eq(flows.id, flowTriggers.flowId))
      .innerJoin(flowVersions, eq(flowVersions.id, flows.publishedVersionId))
      .where(and(isDue(filter), keysetAfter(key, flowTriggers.flowId, page)))
      .orderBy(...buildOrder(key, flowTriggers.flowId, page))
      .limit(limit + 1);
    const counted = db
      .select({ total: count() })
      .from(flowTriggers)
      .innerJoin(flows, eq(flows.id, flowTriggers.flowId))
      .innerJoin(flowVersions, eq(flowVersions.id, flows.publishedVersionId))
      .where(isDue(filter));
    const [rows, [all]] = await Promise.all([found, counted]);
    return {
      rows: rows.flatMap(({ key: at, nextAt: next, ...row }) =>
        next === null ? [] : [{ row: { ...row, nextAt: next }, key: at, id: row.flowId }],
      ),
      total: all?.total ?? 0,
    };
  },
};
