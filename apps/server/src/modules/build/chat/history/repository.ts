import type { MessageStatus } from '@atelier/contracts/build/chat/chat';
import { mostCounted } from '@atelier/contracts/build/chat/history';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { keysetAfter, orderOf, type Page, type PageOrder } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { appUserProfiles } from '../../../account/app-users/index.ts';
import { userProfiles } from '../../../account/identity/index.ts';
import { chatUsers, conversations, type MessageRow, messages, unansweredQuestions } from '../tables.ts';

export interface QuestionFilter {
  appIds: readonly string[];
  search?: string | undefined;
  status?: z.infer<typeof MessageStatus> | undefined;
  /** Selects completed replies that answer the question (`true`) or do not (`false`). */
  isAnswered?: boolean | undefined;
  /** Selects the questions that a guardrail held back. */
  isBlocked?: boolean | undefined;
  /** Selects the questions of this user only. */
  userId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  hour?: number | undefined;
}

interface UnansweredFilter {
  appIds: readonly string[];
  /** Selects the questions of this user only. */
  userId: string | undefined;
  from: string;
  to: string;
}

export interface AskedRow {
  message: MessageRow;
  appId: string;
  userId: string | null;
  userName: string | null;
  visitor: { name: string; email: string } | null;
}

const key = sql`${messages.createdAt}`;

/** The columns of a question, of a statement that joins messages with their conversations. */
export const askedColumns = {
  message: messages,
  appId: conversations.appId,
  userId: conversations.userId,
  userName: sql<
    string | null
  >`coalesce((select p.name from ${userProfiles} p where p.id = ${conversations.userId}), (select p.name from ${appUserProfiles} p where p.id = ${conversations.userId}))`,
  visitor: sql<
    AskedRow['visitor']
  >`(select json_build_object('name', c.name, 'email', c.email) from ${chatUsers} c
    where c.app_id = ${conversations}.app_id and c.visitor_hash = ${conversations}.visitor_hash)`,
};
export const ofConversation = eq(conversations.id, messages.conversationId);

const containing = (search: string): string => `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

// Written as literals, so that the partial index of unanswered questions can be used.
const answeredAs = (isAnswered: boolean): SQL =>
  isAnswered
    ? sql`${messages.status} = 'COMPLETED' and ${messages.answerKind} = 'ANSWER'`
    : sql`${messages.status} = 'COMPLETED' and ${messages.answerKind} <> 'ANSWER' and ${messages.answerKind} <> 'BLOCKED'`;

/** Selects questions, joined with their conversations. */
export const questionsWhere = ({
  appIds,
  search,
  status,
  isAnswered,
  isBlocked,
  userId,
  from,
  to,
  hour,
}: QuestionFilter): SQL | undefined =>
  and(
    sql`${conversations.appId} in (select json_array_elements_text(${JSON.stringify(appIds)}::json))`,
    search
      ? sql`(${messages.question} ilike ${containing(search)} or ${messages.answer} ilike ${containing(search)})`
      : undefined,
    status ? eq(messages.status, status) : undefined,
    isAnswered === undefined ? undefined : answeredAs(isAnswered),
    isBlocked ? sql`${messages.answerKind} = 'BLOCKED'` : undefined,
    userId ? eq(conversations.userId, userId) : undefined,
    from ? sql`${messages.createdAt} >= ${from}::date` : undefined,
    to ? sql`${messages.createdAt} < ${to}::date + 1` : undefined,
    hour === undefined
      ? undefined
      : sql`extract(hour from ${messages.createdAt} at time zone 'UTC') = ${hour}`,
  );

export const historyRepository = {
  async list(db: TenantDb, filter: QuestionFilter, page: PageOrder<'createdAt'>): Promise<Page<AskedRow>> {
    const where = questionsWhere(filter);
    const rows = await db
      .select({ ...askedColumns, key: sql<string>`${key}::text` })
      .from(messages)
      .innerJoin(conversations, ofConversation)
      .where(and(where, keysetAfter(key, messages.id, page)))
      .orderBy(...orderOf(key, messages.id, page))
      .limit(page.limit + 1);
    // An app may have hundreds of thousands of questions, which nobody counts by hand.
    const counted = db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, ofConversation)
      .where(where)
      .limit(mostCounted + 1)
      .as('counted');
    const [all] = await db.select({ total: sql<number>`count(*)::int` }).from(counted);
    return {
      rows: rows.map(({ key: place, ...row }) => ({ row, key: place, id: row.message.id })),
      total: all?.total ?? 0,
    };
  },

  /**
   * Returns the texts of the newest unanswered questions. The index names the newest of each app, and only the newest of all are read. One that
   * was answered later is left out, so there may be fewer than `limit` although there are more.
   */
  async unansweredTexts(db: TenantDb, { appIds, userId, from, to }: UnansweredFilter, limit: number) {
    const own =
      userId &&
      sql`exists (select 1 from ${messages} join ${conversations} on ${ofConversation}
        where ${messages.id} = u.message_id and ${conversations.userId} = ${userId})`;
    const days = and(sql`u.asked_at >= ${from}::date`, sql`u.asked_at < ${to}::date + 1`, own || undefined);
    const { rows } = await db.execute<{
      queryId: string;
      question: string;
      appId: string;
      askedAt: string;
    }>(sql`
      select q.message_id as "queryId", ${messages.question} as question, q.app_id as "appId", q.asked_at as "askedAt"
      from (
        select k.* from json_array_elements_text(${JSON.stringify(appIds)}::json) as app(id), lateral (
          select u.app_id, u.asked_at, u.message_id from ${unansweredQuestions} u where u.app_id = app.id and ${days}
          order by u.asked_at desc limit ${limit}
        ) k order by k.asked_at desc limit ${limit}
      ) q join ${messages} on ${messages.id} = q.message_id
      where ${answeredAs(false)} order by q.asked_at desc`);
    return rows.map(({ askedAt, ...row }) => ({ ...row, askedAt: new Date(askedAt) }));
  },

  async find(db: TenantDb, id: string): Promise<AskedRow | undefined> {
    const [row] = await db
      .select(askedColumns)
      .from(messages)
      .innerJoin(conversations, ofConversation)
      .where(eq(messages.id, id));
    return row;
  },
};
