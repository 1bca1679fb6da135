import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { type FlowVersionRow, flowVersions } from '../tables.ts';

/** A version without its content, with the name of who saved it last. */
export type VersionLine = Omit<FlowVersionRow, 'content' | 'problems'> & {
  isValid: boolean;
  authorName: string | null;
};

const authorName = sql<
  string | null
>`(select p.name from ${userProfiles} p where p.id = ${flowVersions.updatedBy})`;

const byId = defineStatement((db, { flowId, id }: Values<{ flowId: string; id: string }>) =>
  db
    .select({ row: flowVersions, authorName })
    .from(flowVersions)
    .where(and(eq(flowVersions.flowId, flowId), eq(flowVersions.id, id))),
);

/** The columns of a version that its content determines. */
export type StoredContent = Pick<
  FlowVersionRow,
  'name' | 'content' | 'problems' | 'steps' | 'pieces' | 'triggers'
>;

export const versionRepository = {
  insert: (db: TenantDb, row: Omit<typeof flowVersions.$inferInsert, 'tenantId'>) =>
    db.insert(flowVersions).values(row),

  async find(
    db: TenantDb,
    flowId: string,
    id: string,
  ): Promise<{ row: FlowVersionRow; authorName: string | null } | undefined> {
    const [found] = await byId(db, { flowId, id });
    return found;
  },

  /** Saves a draft. */
  saveDraft: (db: TenantDb, id: string, content: StoredContent & { updatedBy: string }) =>
    db
      .update(flowVersions)
      .set({ ...content, revision: sql`${flowVersions.revision} + 1`, updatedAt: sql`now()` })
      .where(eq(flowVersions.id, id)),

  lock: (db: TenantDb, id: string, content: StoredContent) =>
    db
      .update(flowVersions)
      .set({ ...content, state: 'LOCKED', updatedAt: sql`now()` })
      .where(eq(flowVersions.id, id)),

  count: (db: TenantDb, flowId: string): Promise<number> =>
    db.$count(flowVersions, eq(flowVersions.flowId, flowId)),

  /** Lists versions, newest first, with one more than the limit when there are more. */
  async list(
    db: TenantDb,
    flowId: string,
    { before, limit }: { before: number | undefined; limit: number },
  ): Promise<VersionLine[]> {
    const rows = await db
      .select({
        tenantId: flowVersions.tenantId,
        id: flowVersions.id,
        flowId: flowVersions.flowId,
        number: flowVersions.number,
        state: flowVersions.state,
        revision: flowVersions.revision,
        name: flowVersions.name,
        steps: flowVersions.steps,
        pieces: flowVersions.pieces,
        triggers: flowVersions.triggers,
        updatedBy: flowVersions.updatedBy,
        createdAt: flowVersions.createdAt,
        updatedAt: flowVersions.updatedAt,
        isValid: sql<boolean>`${flowVersions.problems} = '[]'::jsonb`,
        authorName,
      })
      .from(flowVersions)
      .where(
        and(
          eq(flowVersions.flowId, flowId),
          before === undefined ? undefined : lt(flowVersions.number, before),
        ),
      )
      .orderBy(desc(flowVersions.number))
      .limit(limit + 1);
    return rows;
  },
};
