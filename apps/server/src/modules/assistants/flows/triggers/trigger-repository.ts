import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type FlowTriggerRow, flows, flowTriggers, flowVersions } from '../tables.ts';

const startUnlessKnown = defineStatement((db, { flowId, known }: Values<{ flowId: string; known: string }>) =>
  db
    .select({
      status: flows.status,
      versionId: flows.publishedVersionId,
      settings: flows.settings,
      content: sql<Flow | null>`case when ${flows.publishedVersionId} <> ${known} then ${flowVersions.content} end`,
    })
    .from(flows)
    .leftJoin(flowVersions, eq(flowVersions.id, flows.publishedVersionId))
    .where(eq(flows.id, flowId)),
);

/** The triggers of published versions, and what they know. */
export const triggerRepository = {
  /** Finds what starts a flow: its state and its published version, with the triggers of that version. */
  async findStart(db: TenantDb, flowId: string) {
    const [row] = await db
      .select({
        status: flows.status,
        versionId: flows.publishedVersionId,
        settings: flows.settings,
        content: flowVersions.content,
      })
      .from(flows)
      .leftJoin(flowVersions, eq(flowVersions.id, flows.publishedVersionId))
      .where(eq(flows.id, flowId));
    return row;
  },

  /** As `findStart`, without the content of a version that the caller knows. */
  findStartUnlessKnown: async (db: TenantDb, flowId: string, known: string) =>
    (await startUnlessKnown(db, { flowId, known }))[0],

  /** Stores a trigger. One that fires no more forgets what it knew: what happens meanwhile is not caught up with. */
  async put(
    db: TenantDb,
    row: Pick<FlowTriggerRow, 'flowId' | 'name' | 'kind' | 'nextAt' | 'events'>,
  ): Promise<void> {
    const { kind, nextAt, events } = row;
    await db
      .insert(flowTriggers)
      .values(row)
      .onConflictDoUpdate({
        target: [flowTriggers.tenantId, flowTriggers.flowId, flowTriggers.name],
        set: { kind, nextAt, events, cause: null, ...(nextAt === null && { state: sql`'null'::jsonb` }) },
      });
  },

  removeOthers: (db: TenantDb, flowId: string, names: readonly string[]) =>
    db
      .delete(flowTriggers)
      .where(and(eq(flowTriggers.flowId, flowId), notInArray(flowTriggers.name, ['', ...names]))),

  /** Finds a trigger, which nobody else fires until the transaction ends. */
  async lock(db: TenantDb, flowId: string, name: string): Promise<FlowTriggerRow | undefined> {
    const [row] = await db
      .select()
      .from(flowTriggers)
      .where(and(eq(flowTriggers.flowId, flowId), eq(flowTriggers.name, name)))
      .for('update');
    return row;
  },

  /** Stores what a look at a source found, and the time of the next one. */
  async remember(
    db: TenantDb,
    {
      flowId,
      name,
      state,
      ...change
    }: Pick<FlowTriggerRow, 'flowId' | 'name' | 'nextAt' | 'state' | 'cause'>,
  ): Promise<void> {
    await db
      .update(flowTriggers)
      .set({ ...change, state: sql`${JSON.stringify(state)}::jsonb` })
      .where(and(eq(flowTriggers.flowId, flowId), eq(flowTriggers.name, name)));
  },

  list: (db: TenantDb, flowId: string, kind: string): Promise<FlowTriggerRow[]> =>
    db
      .select()
      .from(flowTriggers)
      .where(and(eq(flowTriggers.flowId, flowId), eq(flowTriggers.kind, kind))),

  /** Lists the triggers that wait for an event of the product. */
  listWaitingFor: (db: TenantDb, event: string): Promise<{ flowId: string; name: string }[]> =>
    db
      .select({ flowId: flowTriggers.flowId, name: flowTriggers.name })
      .from(flowTriggers)
      .where(sql`${flowTriggers.events} @> array[${event}]::text[]`)
      .orderBy(flowTriggers.flowId, flowTriggers.name),

  setNext: (db: TenantDb, flowId: string, name: string, nextAt: Date | null) =>
    db
      .update(flowTriggers)
      .set({ nextAt })
      .where(and(eq(flowTriggers.flowId, flowId), eq(flowTriggers.name, name))),
};
