import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from './tables.ts';

const byUpdate = sql`${conversations.updatedAt}`;

export const chatRepository = {
  async findConversation(db: TenantDb, id: string): Promise<ConversationRow | undefined> {
    const [row] = await db.select().from(conversations).where(eq(conversations.id, id));
    return row;
  },

  insertConversation: (
    db: TenantDb,
    row: Pick<ConversationRow, 'id' | 'appId' | 'visitorHash' | 'userId' | 'title'>,
  ) => db.insert(conversations).values(row),

  /** Counts one more message and returns its ordinal. The row lock gives two simultaneous questions different ones. */
  async nextOrdinal(db: TenantDb, conversationId: string): Promise<number | undefined> {
    const [row] = await db
      .update(conversations)
      .set({ messageCount: sql`${conversations.messageCount} + 1`, updatedAt: sql`now()` })
      .where(eq(conversations.id, conversationId))
      .returning({ ordinal: conversations.messageCount });
    return row?.ordinal;
  },

  insertMessage: (db: TenantDb, row: typeof messages.$inferInsert) => db.insert(messages).values(row),

  /** Sent right after the settlement of the hold, whose charge it stores. */
  /** Makes the statement that stores how an answer ended. `credits` is the expression of what it cost. */
  finishMessage: (
    db: TenantDb,
    id: string,
    change: Partial<Omit<MessageRow, 'credits'>> & { credits: SQL },
  ) =>
    db
      .update(messages)
      .set({ ...change, finishedAt: sql`now()` })
      .where(and(eq(messages.id, id), eq(messages.status, 'STREAMING'))),

  /** Lists the last messages, newest first. */
  lastMessages: (db: TenantDb, conversationId: string, limit: number): Promise<MessageRow[]> =>
    db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(desc(messages.ordinal))
      .limit(limit),

  allMessages: (db: TenantDb, conversationId: string): Promise<MessageRow[]> =>
    db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(asc(messages.ordinal))
      .limit(1000),

  async findMessage(db: TenantDb, id: string): Promise<MessageRow | undefined> {
    const [row] = await db.select().from(messages).where(eq(messages.id, id));
    return row;
  },

  removeMessage: (db: TenantDb, id: string) => db.delete(messages).where(eq(messages.id, id)),

  async listConversations(
    db: TenantDb,
    owner: SQL,
    page: PageOrder<'updatedAt'>,
  ): Promise<Page<ConversationRow>> {
    const rows = await db
      .select({ row: conversations, key: sql<string>`${byUpdate}::text` })
      .from(conversations)
      .where(and(owner, keysetAfter(byUpdate, conversations.id, page)))
      .orderBy(...orderOf(byUpdate, conversations.id, page))
      .limit(page.limit + 1);
    const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(conversations).where(owner);
    return { rows: rows.map(({ row, key }) => ({ row, key, id: row.id })), total: count?.total ?? 0 };
  },

  /** True when a user with an account ever started a conversation. */
  isAnyOfMembers: async (db: TenantDb): Promise<boolean> =>
    (
      await db
        .select({ id: conversations.id })
        .from(conversations)
        .where(isNotNull(conversations.userId))
        .limit(1)
    ).length > 0,

  ownedBy(appId: string, { visitorHash, userId }: Pick<ConversationRow, 'visitorHash' | 'userId'>): SQL {
    const owner =
      visitorHash === null
        ? sql`${conversations.visitorHash} is null and ${conversations.userId} = ${userId}`
        : sql`${conversations.visitorHash} = ${visitorHash}`;
    return sql`${conversations.appId} = ${appId} and ${owner}`;
  },

  async countByApp(db: TenantDb, appIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .select({ appId: conversations.appId, count: sql<number>`count(*)::int` })
      .from(conversations)
      .where(inArray(conversations.appId, [...appIds]))
      .groupBy(conversations.appId);
    return new Map(rows.map((row) => [row.appId, row.count]));
  },
};
