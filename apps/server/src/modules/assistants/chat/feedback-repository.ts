import { eq, inArray, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { type FeedbackRow, messageFeedback } from './tables.ts';

type Given = Pick<FeedbackRow, 'queryId' | 'verdict' | 'reason' | 'feedback'>;

export const feedbackRepository = {
  /** Stores feedback in place of the earlier one. New feedback is open again. */
  async replace(db: TenantDb, given: Given): Promise<void> {
    const { queryId, ...set } = given;
    await db
      .insert(messageFeedback)
      .values(given)
      .onConflictDoUpdate({
        target: [messageFeedback.tenantId, messageFeedback.queryId],
        set: { ...set, status: 'Open', updatedAt: sql`now()` },
      });
  },

  async remove(db: TenantDb, queryId: string): Promise<void> {
    await db.delete(messageFeedback).where(eq(messageFeedback.queryId, queryId));
  },

  findByQueries: (db: TenantDb, queryIds: readonly string[]): Promise<FeedbackRow[]> =>
    queryIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(messageFeedback)
          .where(inArray(messageFeedback.queryId, [...queryIds])),
};
