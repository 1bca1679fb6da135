import type { FeedbackStatus } from '@atelier/contracts/assistants/chat/feedback';
import type { RatedAnswer } from '@atelier/contracts/assistants/chat/rated-answers';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { appUserProfiles } from '../../../account/app-users/index.ts';
import { userProfiles } from '../../../account/identity/declarations.ts';
import { type AskedRow, askedColumns, ofConversation } from '../history/repository.ts';
import { conversations, type FeedbackRow, messageFeedback, messages } from '../tables.ts';

/** Feedback with the question and the answer that it is about. */
export interface RatedRow extends AskedRow {
  feedback: FeedbackRow;
  /** The name of the member who looks after it. */
  assignee: string | null;
  /** The address of the account that asked; null for visitors. */
  accountEmail: string | null;
}

interface RatedFilter {
  appId: string;
  status?: FeedbackStatus | undefined;
  verdict?: RatedAnswer['verdict'] | undefined;
  assigneeId?: string | undefined;
}

const givenAt = sql`${messageFeedback.updatedAt}`;
const ofMessage = eq(messages.id, messageFeedback.queryId);

const ratedColumns = {
  ...askedColumns,
  feedback: messageFeedback,
  assignee: sql<
    string | null
  >`(select p.name from ${userProfiles} p where p.id = ${messageFeedback.assigneeId})`,
  accountEmail: sql<
    string | null
  >`coalesce((select p.email from ${userProfiles} p where p.id = ${conversations.userId}),
    (select p.email from ${appUserProfiles} p where p.id = ${conversations.userId}))`,
};

const conditions = ({ appId, status, verdict, assigneeId }: RatedFilter): SQL | undefined =>
  and(
    eq(conversations.appId, appId),
    status ? eq(messageFeedback.status, status) : undefined,
    verdict ? eq(messageFeedback.verdict, verdict) : undefined,
    assigneeId ? eq(messageFeedback.assigneeId, assigneeId) : undefined,
  );

export const ratedRepository = {
  async list(db: TenantDb, filter: RatedFilter, page: PageOrder<'givenAt'>): Promise<Page<RatedRow>> {
    const where = conditions(filter);
    const selected = db
      .select({ ...ratedColumns, ...placeColumns(givenAt, messageFeedback.queryId) })
      .from(messageFeedback)
      .innerJoin(messages, ofMessage)
      .innerJoin(conversations, ofConversation);
    return readPage(db, selected, {
      page,
      key: givenAt,
      id: messageFeedback.queryId,
      where,
      from: sql`${messageFeedback} join ${messages} on ${ofMessage} join ${conversations} on ${ofConversation}`,
    });
  },

  async find(db: TenantDb, queryId: string): Promise<RatedRow | undefined> {
    const [row] = await db
      .select(ratedColumns)
      .from(messageFeedback)
      .innerJoin(messages, ofMessage)
      .innerJoin(conversations, ofConversation)
      .where(eq(messageFeedback.queryId, queryId));
    return row;
  },

  /** The time of the feedback stays, so that the list keeps its order. */
  async change(
    db: TenantDb,
    queryId: string,
    changed: { status?: FeedbackStatus; assigneeId?: string | null },
  ): Promise<void> {
    await db.update(messageFeedback).set(changed).where(eq(messageFeedback.queryId, queryId));
  },
};
