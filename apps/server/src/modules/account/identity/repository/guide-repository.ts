import { eq, sql } from 'drizzle-orm';
import { type Guide, users } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export const guideRepository = {
  /** Marks one guided tour of a user as seen or unseen. Returns all tours that the user has seen. */
  async set(db: AnyDb, userId: string, guide: Guide, seen: boolean): Promise<Guide[] | undefined> {
    const without = sql`array_remove(${users.guidesSeen}, ${guide})`;
    const [row] = await db
      .update(users)
      .set({ guidesSeen: seen ? sql`array_append(${without}, ${guide})` : without })
      .where(eq(users.id, userId))
      .returning({ guidesSeen: users.guidesSeen });
    return row?.guidesSeen;
  },
};
