import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type FileRow, conversationFiles as files } from '../tables.ts';

export type NewFile = Omit<FileRow, 'tenantId' | 'createdAt' | 'conversationId'>;

export const fileRepository = {
  async insert(db: TenantDb, file: NewFile): Promise<void> {
    await db.insert(files).values(file);
  },

  /** Returns the name of a file that its owner may ask about in this conversation, or in a new one. */
  async findName(
    db: TenantDb,
    { id, appId, conversationId }: { id: string; appId: string; conversationId: string | undefined },
    { visitorHash, userId }: Pick<FileRow, 'visitorHash' | 'userId'>,
  ): Promise<string | undefined> {
    const isFree = isNull(files.conversationId);
    const [row] = await db
      .select({ name: files.name })
      .from(files)
      .where(
        and(
          eq(files.id, id),
          eq(files.appId, appId),
          sql`${files.visitorHash} is not distinct from ${visitorHash}`,
          sql`${files.userId} is not distinct from ${userId}`,
          conversationId === undefined ? isFree : or(isFree, eq(files.conversationId, conversationId)),
        ),
      );
    return row?.name;
  },

  async find(db: TenantDb, id: string): Promise<FileRow | undefined> {
    const [row] = await db.select().from(files).where(eq(files.id, id));
    return row;
  },

  /** Returns the names of the files of a conversation by their ids. */
  async listFileNames(db: TenantDb, conversationId: string): Promise<Map<string, string>> {
    const rows = await db
      .select({ id: files.id, name: files.name })
      .from(files)
      .where(eq(files.conversationId, conversationId));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
