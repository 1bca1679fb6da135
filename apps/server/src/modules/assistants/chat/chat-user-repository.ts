import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { chatUsers, conversations } from './tables.ts';

type ChatUser = Pick<typeof chatUsers.$inferSelect, 'appId' | 'visitorHash' | 'name' | 'email'>;

export const chatUserRepository = {
  put: (db: TenantDb, { appId, visitorHash, name, email }: ChatUser) =>
    db
      .insert(chatUsers)
      .values({ appId, visitorHash, name, email })
      .onConflictDoUpdate({
        target: [chatUsers.tenantId, chatUsers.appId, chatUsers.visitorHash],
        set: { name, email, updatedAt: sql`now()` },
      }),

  async findOfConversation(
    db: TenantDb,
    conversationId: string,
  ): Promise<{ name: string; email: string } | undefined> {
    const [row] = await db
      .select({ name: chatUsers.name, email: chatUsers.email })
      .from(chatUsers)
      .innerJoin(
        conversations,
        and(eq(conversations.appId, chatUsers.appId), eq(conversations.visitorHash, chatUsers.visitorHash)),
      )
      .where(eq(conversations.id, conversationId));
    return row;
  },

  isKnown: async (db: TenantDb, appId: string, visitorHash: string): Promise<boolean> =>
    (
      await db
        .select({ appId: chatUsers.appId })
        .from(chatUsers)
        .where(and(eq(chatUsers.appId, appId), eq(chatUsers.visitorHash, visitorHash)))
    ).length > 0,
};
