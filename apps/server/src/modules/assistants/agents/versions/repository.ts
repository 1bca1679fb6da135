import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { defineStatement, type Values } from '../../../../kernel/db/define-statement.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { type AgentVersionRow, agentVersions } from '../tables.ts';

/** A version with the name of who saved it last. */
export interface NamedVersion {
  row: AgentVersionRow;
  authorName: string | null;
}

const authorName = sql<
  string | null
>`(select p.name from ${userProfiles} p where p.id = ${agentVersions.updatedBy})`;

const byId = defineStatement((db, { agentId, id }: Values<{ agentId: string; id: string }>) =>
  db
    .select({ row: agentVersions, authorName })
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.id, id))),
);

export const versionRepository = {
  insert: (db: TenantDb, row: Omit<typeof agentVersions.$inferInsert, 'tenantId'>) =>
    db.insert(agentVersions).values(row),

  async find(db: TenantDb, agentId: string, id: string): Promise<NamedVersion | undefined> {
    const [found] = await byId(db, { agentId, id });
    return found;
  },

  async findNumber(db: TenantDb, agentId: string, number: number): Promise<AgentVersionRow | undefined> {
    const [row] = await db
      .select()
      .from(agentVersions)
      .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.number, number)));
    return row;
  },

  /** Saves a draft. */
  saveDraft: (db: TenantDb, id: string, saved: { settings: AgentSettings; updatedBy: string }) =>
    db
      .update(agentVersions)
      .set({ ...saved, revision: sql`${agentVersions.revision} + 1`, updatedAt: sql`now()` })
      .where(eq(agentVersions.id, id)),

  lock: (db: TenantDb, id: string) =>
    db.update(agentVersions).set({ state: 'LOCKED', updatedAt: sql`now()` }).where(eq(agentVersions.id, id)),

  count: (db: TenantDb, agentId: string): Promise<number> =>
    db.$count(agentVersions, eq(agentVersions.agentId, agentId)),

  /** Lists versions, newest first, with one more than the limit when there are more. */
  list: (
    db: TenantDb,
    agentId: string,
    { before, limit }: { before: number | undefined; limit: number },
  ): Promise<NamedVersion[]> =>
    db
      .select({ row: agentVersions, authorName })
      .from(agentVersions)
      .where(
        and(
          eq(agentVersions.agentId, agentId),
          before === undefined ? undefined : lt(agentVersions.number, before),
        ),
      )
      .orderBy(desc(agentVersions.number))
      .limit(limit + 1),
};
