import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../account/identity/declarations.ts';
import { conversations, messages, type NewAnswerRow, newAnswers } from './tables.ts';

type Made = Pick<
  NewAnswerRow,
  'id' | 'queryId' | 'answer' | 'answerKind' | 'origin' | 'citations' | 'madeBy'
>;

/** With the name of the member who told it. */
export type ToldRow = NewAnswerRow & { teller: string | null };

export const newAnswerRepository = {
  /** Stores an answer in place of the one that waits to be told. */
  async replace(db: TenantDb, made: Made): Promise<void> {
    const { queryId: _of, ...set } = made;
    await db
      .insert(newAnswers)
      .values(made)
      .onConflictDoUpdate({
        target: [newAnswers.tenantId, newAnswers.queryId],
        targetWhere: isNull(newAnswers.toldAt),
        set: { ...set, createdAt: sql`now()` },
      });
  },

  /** Finds the newest ones of these questions: of all, or of those that their readers were told. */
  findNewest: (
    db: TenantDb,
    queryIds: readonly string[],
    { onlyTold = false }: { onlyTold?: boolean } = {},
  ): Promise<ToldRow[]> =>
    queryIds.length === 0
      ? Promise.resolve([])
      : db
          .selectDistinctOn([newAnswers.queryId], {
            ...getTableColumns(newAnswers),
            teller: sql<
              string | null
            >`(select p.name from ${userProfiles} p where p.id = ${newAnswers.toldBy})`,
          })
          .from(newAnswers)
          .where(
            and(
              inArray(newAnswers.queryId, [...queryIds]),
              onlyTold ? isNotNull(newAnswers.toldAt) : undefined,
            ),
          )
          .orderBy(newAnswers.queryId, desc(newAnswers.createdAt)),

  /** Finds one that its reader was told. */
  async findTold(db: TenantDb, id: string): Promise<NewAnswerRow | undefined> {
    const [row] = await db
      .select()
      .from(newAnswers)
      .where(and(eq(newAnswers.id, id), isNotNull(newAnswers.toldAt)));
    return row;
  },

  /** Shows the answer that waits to its reader, whose conversation comes first in their list. Returns undefined when none waits. */
  async tell(
    db: TenantDb,
    { queryId, by }: { queryId: string; by: string | null },
  ): Promise<NewAnswerRow | undefined> {
    const [row] = await db
      .update(newAnswers)
      .set({ toldAt: sql`now()`, toldBy: by })
      .where(and(eq(newAnswers.queryId, queryId), isNull(newAnswers.toldAt)))
      .returning();
    if (row === undefined) return undefined;
    const place = db
      .select({ id: messages.conversationId })
      .from(messages)
      .where(eq(messages.id, row.queryId));
    await db.update(conversations).set({ updatedAt: sql`now()` }).where(inArray(conversations.id, place));
    return row;
  },
};
