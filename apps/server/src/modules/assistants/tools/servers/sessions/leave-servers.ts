import { z } from 'zod';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { McpRunSessionRow } from '../../tables.ts';
import { leaveSession } from '../client/mcp-client.ts';
import { mcpRepository } from '../repository.ts';
import { openTarget } from '../target.ts';
import { mcpSessionRepository, type SessionPlace } from './repository.ts';

const buildSessionScope = ({ tenantId }: AnyCtx, { runId, mcpId }: SessionPlace) => ({
  purpose: `mcp session ${runId} ${mcpId}`,
  tenantId,
});

/** Encrypts the id of a session so that it can be decrypted only for this run and this server. */
export const sealSession = (ctx: AnyCtx, place: SessionPlace, id: string): string =>
  ctx.services.secrets.encrypt(id, buildSessionScope(ctx, place));

export const openSession = (ctx: AnyCtx, row: McpRunSessionRow): string =>
  ctx.services.secrets.decrypt(row.secret, buildSessionScope(ctx, row));

/** Ends the sessions of a run at MCP servers, once the run is over. */
export const leaveJob = defineJob({
  name: 'tools.leave-mcp-servers',
  input: z.object({ runId: z.string() }),
});

/** SOON: the run is about to end. LATER: for a run that ends without a word, because it is cancelled. */
const pauseMs = { SOON: 2000, LATER: 60 * 60 * 1000 };

/** Orders the end of the sessions of a run. There is one order for each run; a later one takes its place. */
export const orderLeaving = (tx: TxCtx, runId: string, when: 'SOON' | 'LATER'): Promise<void> =>
  tx.enqueue(
    leaveJob,
    { runId },
    { key: `${leaveJob.name} ${runId}`, runAt: new Date(tx.now().getTime() + pauseMs[when]) },
  );

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
