import type { IncomingHttpHeaders } from 'node:http';
import { and, eq, sql } from 'drizzle-orm';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type McpSessionRow, mcpSessions } from '../tables.ts';

type Key = Pick<McpSessionRow, 'id' | 'userId'>;

const mostDays = 7;
const mostOfOneUser = 100;

const isKept = sql`${mcpSessions.createdAt} > now() - make_interval(days => ${mostDays})`;

const mcpSessionRepository = {
  /** Stores a session, and deletes the user's sessions that are too old or too many. */
  async insert(db: TenantDb, { id, userId }: Key): Promise<void> {
    await db.execute(sql`with gone as (
        delete from ${mcpSessions} where ${mcpSessions.userId} = ${userId} and (not ${isKept} or ${mcpSessions.id} in (
          select id from ${mcpSessions} where user_id = ${userId} order by created_at desc offset ${mostOfOneUser - 1})))
      insert into ${mcpSessions} (id, user_id) values (${id}, ${userId})`);
  },

  /** True when the user has this session and it is not too old. */
  async has(db: TenantDb, { id, userId }: Key): Promise<boolean> {
    const rows = await db
      .select({ id: mcpSessions.id })
      .from(mcpSessions)
      .where(and(eq(mcpSessions.id, id), eq(mcpSessions.userId, userId), isKept));
    return rows.length > 0;
  },

  /** Deletes a session of the user; false when there is none. */
  async remove(db: TenantDb, { id, userId }: Key): Promise<boolean> {
    const rows = await db
      .delete(mcpSessions)
      .where(and(eq(mcpSessions.id, id), eq(mcpSessions.userId, userId)))
      .returning({ id: mcpSessions.id });
    return rows.length > 0;
  },
};

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
