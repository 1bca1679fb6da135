import { eq, sql } from 'drizzle-orm';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { type QuestionFilter, questionsWhere } from '../history/repository.ts';
import { conversations, messageFeedback, messages } from '../tables.ts';

const day = sql<string | null>`(${messages.createdAt} at time zone 'UTC')::date`;
const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`;
const isAnswer = sql`${messages.answerKind} = 'ANSWER'`;
const isComplete = sql`${messages.status} = 'COMPLETED'`;
const milliseconds = sql`extract(epoch from ${messages.finishedAt} - ${messages.createdAt}) * 1000`;

const figures = {
  questions: sql<number>`count(*)::int`,
  answered: counted(sql`${isComplete} and ${isAnswer}`),
  unanswered: counted(sql`${isComplete} and not ${isAnswer} and ${messages.answerKind} <> 'BLOCKED'`),
  failed: counted(sql`${messages.status} = 'FAILED'`),
  likes: counted(sql`${messageFeedback.verdict} = 'LIKE'`),
  dislikes: counted(sql`${messageFeedback.verdict} = 'DISLIKE'`),
  credits: sql<number>`coalesce(sum(${messages.credits}), 0)::float8`,
  conversations: sql<number>`count(distinct ${conversations.id})::int`,
  inputTokens: sql<number>`coalesce(sum(${messages.inputTokens}), 0)::float8`,
  outputTokens: sql<number>`coalesce(sum(${messages.outputTokens}), 0)::float8`,
  medianMs: sql<
    number | null
  >`round((percentile_cont(0.5) within group (order by ${milliseconds}) filter (where ${isComplete}))::numeric)::float8`,
};

export const reportRepository = {
  /** Returns a row for each app, whose day is null, and one for each day, whose app is null. */
  summarise: (db: TenantDb, filter: QuestionFilter) =>
    db
      .select({
        appId: sql<string | null>`${conversations.appId}`,
        day: sql<string | null>`${day}::text`,
        ...figures,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .leftJoin(messageFeedback, eq(messageFeedback.queryId, messages.id))
      .where(questionsWhere(filter))
      .groupBy(sql`grouping sets ((${conversations.appId}), (${day}))`)
      .orderBy(sql`${day} asc nulls first, count(*) desc, ${conversations.appId}`),

  /** Returns the days of the first and the last question. */
  async period(db: TenantDb, filter: QuestionFilter) {
    const [row] = await db
      .select({
        firstDay: sql<string | null>`min(${day})::text`,
        lastDay: sql<string | null>`max(${day})::text`,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(questionsWhere(filter));
    return row ?? { firstDay: null, lastDay: null };
  },
};
