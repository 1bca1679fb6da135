import { and, eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { chatUsers } from './tables.ts';

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

  isKnown: async (db: TenantDb, appId: string, visitorHash: string): Promise<boolean> =>
    (
      await db
        .select({ appId: chatUsers.appId })
        .from(chatUsers)
        .where(and(eq(chatUsers.appId, appId), eq(chatUsers.visitorHash, visitorHash)))
    ).length > 0,
};
