import type { MessageStatus } from '@atelier/contracts/assistants/chat/chat';
import { mostCounted, mostSearched } from '@atelier/contracts/assistants/chat/history';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { containing } from '../../../../kernel/db/containing.ts';
import {
  buildOrder,
  closePage,
  keysetAfter,
  type Page,
  type PageOrder,
} from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { appUserProfiles } from '../../../account/app-users/index.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
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

// Written as literals, so that the partial index of unanswered questions can be used.
const answeredAs = (isAnswered: boolean): SQL =>
  isAnswered
    ? sql`${messages.status} = 'COMPLETED' and ${messages.answerKind} = 'ANSWER'`
    : sql`${messages.status} = 'COMPLETED' and ${messages.answerKind} <> 'ANSWER' and ${messages.answerKind} <> 'BLOCKED'`;

const inDays = ({ from, to }: Pick<QuestionFilter, 'from' | 'to'>): SQL | undefined =>
  and(
    from ? sql`${messages.createdAt} >= ${from}::date` : undefined,
    to ? sql`${messages.createdAt} < ${to}::date + 1` : undefined,
  );

const textsContain = (search: string): SQL =>
  sql`(${messages.question} ilike ${containing(search)} or ${messages.answer} ilike ${containing(search)})`;

/** Selects questions by all but their app and their day. */
const matching = ({ search, status, isAnswered, isBlocked, userId, hour }: QuestionFilter): SQL | undefined =>
  and(
    search ? textsContain(search) : undefined,
    status ? eq(messages.status, status) : undefined,
    isAnswered === undefined ? undefined : answeredAs(isAnswered),
    isBlocked ? sql`${messages.answerKind} = 'BLOCKED'` : undefined,
    userId
      ? sql`exists (select 1 from ${conversations} where ${ofConversation} and ${conversations.userId} = ${userId})`
      : undefined,
    hour === undefined
      ? undefined
      : sql`extract(hour from ${messages.createdAt} at time zone 'UTC') = ${hour}`,
  );

const apps = (appIds: readonly string[]): SQL =>
  sql`json_array_elements_text(${JSON.stringify(appIds)}::json) as app(id)`;

/** Selects questions, joined with their conversations. */
export const questionsWhere = (filter: QuestionFilter): SQL | undefined =>
  and(
    sql`${messages.appId} in (select app.id from ${apps(filter.appIds)})`,
    inDays(filter),
    matching(filter),
  );

const newestFirst = sql`${messages.createdAt} desc, ${messages.id} desc`;

/** The first questions of all apps together, of which each app gives its own first. `messages` names the result too. */
const selectFirst = (
  appIds: readonly string[],
  { where, order, limit }: { where: SQL | undefined; order: SQL; limit: number },
): SQL => sql`
  select messages.* from ${apps(appIds)}, lateral (
    select ${messages.id}, ${messages.createdAt} from ${messages} where ${and(sql`${messages.appId} = app.id`, where)}
    order by ${order} limit ${limit}) messages order by ${order} limit ${limit}`;

interface FoundPlaces {
  places: { id: string; key: string }[];
  total: number;
  /** True when a search did not read all questions. */
  isCutOff: boolean;
}

type Place = FoundPlaces['places'][number];
type ListPage = PageOrder<'createdAt'>;

const buildOrderBy = (page: ListPage): SQL => sql.join(buildOrder(key, messages.id, page), sql`, `);

/** Reads the texts of the newest questions. */
const searchTexts = async (db: TenantDb, filter: QuestionFilter, page: ListPage): Promise<FoundPlaces> => {
  const newest = (limit: number) =>
    selectFirst(filter.appIds, { where: inDays(filter), order: newestFirst, limit });
  const after = keysetAfter(key, messages.id, page) ?? sql`true`;
  const { rows } = await db.execute<Place & { total: number }>(sql`
    with newest as materialized (${newest(mostSearched)}), found as materialized (
      select ${messages.id}, ${messages.createdAt} from newest join ${messages} on ${messages.id} = newest.id where ${matching(filter)})
    select id, ${key}::text as key, (select count(*)::int from found) as total from found as messages
    where ${after} order by ${buildOrderBy(page)} limit ${page.limit + 1}`);
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${newest(mostSearched + 1)}) newest`,
  );
  return {
    places: rows,
    total: rows[0]?.total ?? 0,
    isCutOff: (counted.rows[0]?.count ?? 0) > mostSearched,
  };
};

const findPlaces = async (db: TenantDb, filter: QuestionFilter, page: ListPage): Promise<FoundPlaces> => {
  const where = and(inDays(filter), matching(filter));
  const order = buildOrderBy(page);
  const shown = selectFirst(filter.appIds, {
    ...{ where: and(where, keysetAfter(key, messages.id, page)), order, limit: page.limit + 1 },
  });
  const { rows } = await db.execute<Place>(
    sql`select id, ${key}::text as key from (${shown}) messages order by ${order}`,
  );
  // An app may have hundreds of thousands of questions, which nobody counts by hand.
  const most = mostCounted + 1;
  const counted = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (select 1 from ${apps(filter.appIds)}, lateral (
      select 1 from ${messages} where ${and(sql`${messages.appId} = app.id`, where)} limit ${most}) found limit ${most}) counted`);
  return { places: rows, total: counted.rows[0]?.total ?? 0, isCutOff: false };
};

export const historyRepository = {
  async list(
    db: TenantDb,
    filter: QuestionFilter,
    page: ListPage,
  ): Promise<Page<AskedRow> & Pick<FoundPlaces, 'isCutOff'>> {
    const { places, total, isCutOff } = await (filter.search ? searchTexts : findPlaces)(db, filter, page);
    const rows = await db
      .select(askedColumns)
      .from(messages)
      .innerJoin(conversations, ofConversation)
      .where(sql`${messages.id} = any(${sql.param(places.map(({ id }) => id))}::text[])`);
    const byId = new Map(rows.map((row) => [row.message.id, row]));
    const found = places.flatMap(({ id, key: place }) => {
      const row = byId.get(id);
      return row ? [{ row, key: place, id }] : [];
    });
    return { ...closePage({ rows: found, total }, page.limit), isCutOff };
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
