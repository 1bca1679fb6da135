import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type RunRow, runs } from '../../../../kernel/runs/index.ts';
import { type GraphRow, graphs } from '../tables.ts';

export interface GraphWithRun {
  graph: GraphRow;
  run: RunRow;
}

const of = (knowledgeBaseId: string) => eq(graphs.knowledgeBaseId, knowledgeBaseId);

export const graphRepository = {
  async find(db: TenantDb, knowledgeBaseId: string): Promise<GraphWithRun | undefined> {
    const [row] = await db
      .select({ graph: graphs, run: runs })
      .from(graphs)
      .innerJoin(runs, eq(runs.id, graphs.runId))
      .where(of(knowledgeBaseId));
    return row;
  },

  /** Locks the graph against other changes until the transaction ends. */
  async lock(db: TenantDb, knowledgeBaseId: string): Promise<GraphRow | undefined> {
    const [row] = await db.select().from(graphs).where(of(knowledgeBaseId)).for('update');
    return row;
  },

  /** Admits one order at a time until the transaction ends, even when no graph exists yet. */
  async takeTurn(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`graph ${knowledgeBaseId}`}, 0))`);
  },

  async put(
    db: TenantDb,
    row: Pick<GraphRow, 'knowledgeBaseId' | 'modelId' | 'runId' | 'budget' | 'buildSpent'>,
  ): Promise<void> {
    const { knowledgeBaseId: _same, ...change } = row;
    await db
      .insert(graphs)
      .values(row)
      .onConflictDoUpdate({
        target: [graphs.tenantId, graphs.knowledgeBaseId],
        set: { ...change, stoppedByBudget: false, note: null },
      });
  },

  async update(db: TenantDb, knowledgeBaseId: string, change: Partial<GraphRow>): Promise<void> {
    await db.update(graphs).set(change).where(of(knowledgeBaseId));
  },

  /** Adds a cost, in micro-credits. */
  async addSpent(db: TenantDb, knowledgeBaseId: string, amount: number): Promise<void> {
    if (amount === 0) return;
    await db
      .update(graphs)
      .set({ spent: sql`${graphs.spent} + ${amount}`, buildSpent: sql`${graphs.buildSpent} + ${amount}` })
      .where(of(knowledgeBaseId));
  },

  async remove(db: TenantDb, knowledgeBaseId: string): Promise<void> {
    await db.delete(graphs).where(of(knowledgeBaseId));
  },
};
