import type { Ctx } from '../../../../../kernel/context/context.ts';
import { defineService } from '../../../../../kernel/services/services.ts';
import type { SessionKeeper } from '../client/mcp-client.ts';
import { orderLeaving } from './leave-job.ts';
import { mcpSessionRepository, type SessionPlace } from './repository.ts';
import { openSession, sealSession } from './seal-session.ts';

/** The sessions that calls of this process are beginning: the calls that one run makes at the same time share one. */
export const beginnings = defineService({
  name: 'tools.mcp-session-beginnings',
  create: () => new Map<string, Promise<void>>(),
});

/** Keeps the session of a run at a server in the database, so that a run goes on with it in any process, and holds nothing while it waits. */
export const keepSession = (ctx: Ctx, place: SessionPlace & { personId: string | null }): SessionKeeper => {
  const begun = ctx.use(beginnings);
  const key = `${ctx.tenantId} ${place.runId} ${place.mcpId}`;
  let settle = (): void => undefined;
  const read = async (): Promise<string | undefined> => {
    const row = await ctx.tx((tx) => mcpSessionRepository.find(tx.db, place));
    return row && openSession(ctx, row);
  };
  return {
    async take() {
      for (;;) {
        const other = begun.get(key);
        if (other) await other;
        const kept = await read();
        if (kept !== undefined) return kept;
        if (begun.has(key)) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        begun.set(key, promise);
        settle = resolve;
        return undefined;
      }
    },
    async keep(id) {
      try {
        if (id !== undefined)
          await ctx.tx(async (tx) => {
            await mcpSessionRepository.keep(tx.db, { ...place, secret: sealSession(tx, place, id) });
            await orderLeaving(tx, place.runId, 'LATER');
          });
      } finally {
        begun.delete(key);
        settle();
      }
    },
    async forget(id) {
      await ctx.tx(async (tx) => {
        const row = await mcpSessionRepository.find(tx.db, place);
        if (row && openSession(tx, row) === id) await mcpSessionRepository.remove(tx.db, place);
      });
    },
  };
};
