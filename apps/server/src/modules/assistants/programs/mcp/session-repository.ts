import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type McpSessionRow, mcpSessions } from '../tables.ts';

type Key = Pick<McpSessionRow, 'id' | 'userId'>;

const mostDays = 7;
const mostOfOneUser = 100;

const isKept = sql`${mcpSessions.createdAt} > now() - make_interval(days => ${mostDays})`;

export const mcpSessionRepository = {
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
