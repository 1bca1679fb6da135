import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
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

const ofFlow = eq(flows.id, flowTriggers.flowId);
const isPublished = eq(flowVersions.id, flows.publishedVersionId);

export const scheduleRepository = {
  async list(
    db: TenantDb,
    filter: DueFilter,
    { limit, cursor }: Pick<PageOrder<'nextAt'>, 'limit' | 'cursor'>,
  ): Promise<Page<DueTrigger>> {
    const page = { limit, cursor, sort: 'nextAt', order: 'asc' } as const;
    const { flowId, kind, nextAt, cause } = flowTriggers;
    const selected = db
      .select({ flowId, flowName: flows.name, kind, nextAt, cause, trigger, ...placeColumns(key, flowId) })
      .from(flowTriggers)
      .innerJoin(flows, ofFlow)
      .innerJoin(flowVersions, isPublished);
    const { rows, ...rest } = await readPage(db, selected, {
      ...{ page, key, id: flowId, where: isDue(filter) },
      from: sql`${flowTriggers} join ${flows} on ${ofFlow} join ${flowVersions} on ${isPublished}`,
    });
    const due = rows.flatMap(({ nextAt: next, ...row }) => (next === null ? [] : [{ ...row, nextAt: next }]));
    return { ...rest, rows: due };
  },
};
