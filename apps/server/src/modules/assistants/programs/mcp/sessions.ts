import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { mcpSessionRepository } from './session-repository.ts';

const idIn = (headers: IncomingHttpHeaders): string => {
  const id = headers['mcp-session-id'];
  return typeof id === 'string' && id !== '' ? id : fail('mcp.session_missing');
};

/** Opens a session and returns its id. */
export const openSession = async (ctx: Ctx): Promise<string> => {
  const id = newId('mcs');
  await ctx.tx((tx) => mcpSessionRepository.insert(tx.db, { id, userId: ownUserId(ctx) }));
  return id;
};

/** Throws `mcp.session_missing`, or `mcp.session_not_found` when the request names a session that has ended or is of another user. */
export const requireSession = async (ctx: Ctx, headers: IncomingHttpHeaders): Promise<void> => {
  const session = { id: idIn(headers), userId: ownUserId(ctx) };
  if (!(await ctx.tx((tx) => mcpSessionRepository.has(tx.db, session)))) fail('mcp.session_not_found');
};

/** Ends the session that the request names. Throws as `requireSession` does. */
export const endSession = async (ctx: Ctx, headers: IncomingHttpHeaders): Promise<void> => {
  const session = { id: idIn(headers), userId: ownUserId(ctx) };
  if (!(await ctx.tx((tx) => mcpSessionRepository.remove(tx.db, session)))) fail('mcp.session_not_found');
};
