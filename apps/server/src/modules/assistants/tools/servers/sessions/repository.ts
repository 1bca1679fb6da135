import { and, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '../../../../../kernel/db/tenant-db.ts';
import { runs } from '../../../../../kernel/runs/index.ts';
import { type McpRunSessionRow, mcpRunSessions } from '../../tables.ts';

/** A run at a server. */
export interface SessionPlace {
  runId: string;
  mcpId: string;
}

const at = ({ runId, mcpId }: SessionPlace) =>
  and(eq(mcpRunSessions.runId, runId), eq(mcpRunSessions.mcpId, mcpId));

export const mcpSessionRepository = {
  async find(db: TenantDb, place: SessionPlace): Promise<McpRunSessionRow | undefined> {
    const [row] = await db.select().from(mcpRunSessions).where(at(place));
    return row;
  },

  /** True for a run that has ended. */
  async isOver(db: TenantDb, runId: string): Promise<boolean> {
    const [row] = await db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, runId), inArray(runs.status, ['COMPLETED', 'FAILED', 'CANCELLED'])));
    return row !== undefined;
  },

  list: (db: TenantDb, runId: string): Promise<McpRunSessionRow[]> =>
    db.select().from(mcpRunSessions).where(eq(mcpRunSessions.runId, runId)),

  /** Keeps the session of a run at a server; a later one takes the place of an earlier one. */
  async keep(
    db: TenantDb,
    { runId, mcpId, secret, personId }: SessionPlace & { secret: string; personId: string | null },
  ): Promise<void> {
    await db
      .insert(mcpRunSessions)
      .values({ runId, mcpId, secret, personId })
      .onConflictDoUpdate({
        target: [mcpRunSessions.tenantId, mcpRunSessions.runId, mcpRunSessions.mcpId],
        set: { secret, personId },
      });
  },

  async remove(db: TenantDb, place: SessionPlace): Promise<void> {
    await db.delete(mcpRunSessions).where(at(place));
  },
};
