import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import { leaveSession } from '../client/mcp-client.ts';
import { mcpRepository } from '../repository.ts';
import { openTarget } from '../target.ts';
import { type leaveJob, orderLeaving } from './leave-job.ts';
import { mcpSessionRepository } from './repository.ts';
import { openSession } from './seal-session.ts';
import type { McpRunSessionRow } from './tables.ts';

/** The longest time in milliseconds that a server gets to hear that a session is over. */
const patienceMs = 5000;

/** Tells a server that a session is over. One that does not listen ends it by itself. */
const leave = async (ctx: Ctx, session: McpRunSessionRow): Promise<void> => {
  const row = await ctx.tx((tx) => mcpRepository.find(tx.db, session.mcpId));
  if (!row) return;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const target = await openTarget(ctx, row, { personId: session.personId, signal });
    const io = { fetch: ctx.services.outbound.fetch, timeoutMs: patienceMs, signal };
    await leaveSession(target, io, openSession(ctx, session));
  } catch (error) {
    ctx.log.info({ err: error, mcpId: row.id }, 'a server of tools was not told that a session is over');
  }
};

/** Ends the sessions of a run that is over. */
export const leaveServers = async (ctx: Ctx, { runId }: InputOf<typeof leaveJob>): Promise<void> => {
  const sessions = await ctx.tx(async (tx) => {
    if (await mcpSessionRepository.isOver(tx.db, runId)) return mcpSessionRepository.list(tx.db, runId);
    await orderLeaving(tx, runId, 'LATER');
    return [];
  });
  for (const session of sessions) {
    await leave(ctx, session);
    await ctx.tx((tx) => mcpSessionRepository.remove(tx.db, session));
  }
};
