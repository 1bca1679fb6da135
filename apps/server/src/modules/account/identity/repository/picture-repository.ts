import { and, eq, exists, sql } from 'drizzle-orm';
import { members } from '../../tenancy/declarations.ts';
import { pictures } from '../tables.ts';
import type { AnyDb } from './user-repository.ts';

export type PictureRow = typeof pictures.$inferSelect;

export const pictureRepository = {
  /** Stores a user's picture and replaces an earlier one. */
  async put(db: AnyDb, picture: typeof pictures.$inferInsert): Promise<void> {
    const { userId: _userId, ...fresh } = picture;
    await db
      .insert(pictures)
      .values(picture)
      .onConflictDoUpdate({ target: pictures.userId, set: { ...fresh, createdAt: sql`now()` } });
  },

  async delete(db: AnyDb, userId: string): Promise<void> {
    await db.delete(pictures).where(eq(pictures.userId, userId));
  },

  /** Finds a picture whose user is a member of the tenant. */
  async findInTenant(db: AnyDb, id: string, tenantId: string): Promise<PictureRow | undefined> {
    const isMember = sql`(select 1 from ${members} m where m.tenant_id = ${tenantId} and m.user_id = ${pictures.userId})`;
    return (
      await db
        .select()
        .from(pictures)
        .where(and(eq(pictures.id, id), exists(isMember)))
    )[0];
  },
};
