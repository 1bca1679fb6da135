import { and, asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { publishedChunks, publishedDocuments } from '../../content/indexing/declarations.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from './tables.ts';

const byUpdate = sql`${conversations.updatedAt}`;

/** A question with the conversation that it belongs to. */
export interface NewQuestion {
  id: string;
  conversation: Pick<ConversationRow, 'id' | 'appId' | 'visitorHash' | 'userId' | 'title'> & {
    isNew: boolean;
  };
  question: string;
  modelId: string;
  /** The process that writes the answer. */
  writer: number;
  /** The message whose place the question takes, as another attempt. */
  retryOf: string | undefined;
  /** The message that the question follows; by default the newest one. */
  after: string | undefined;
  /** The attached file that the question is about. */
  fileId: string | undefined;
  /** The number of the last exchanges that are returned. */
  exchanges: number;
}

/** The end of an answer. */
type Ended = Pick<
  MessageRow,
  | 'status'
  | 'answer'
  | 'answerKind'
  | 'origin'
  | 'wordings'
  | 'followUps'
  | 'condensed'
  | 'error'
  | 'citations'
  | 'retrieval'
  | 'inputTokens'
  | 'outputTokens'
> & {
  /** Credits that steps of the answer paid themselves. */
  paidBySteps: number;
};

const place = (name: string) => sql.placeholder(name);

const beginAround = (hold: SQL): SQL =>
  sql`select * from atelier.begin_answer(${place('queryId')}, ${place('conversationId')}, ${place('isNew')}, ${place('appId')},
    ${place('visitorHash')}, ${place('userId')}, ${place('title')}, ${place('question')}, ${place('modelId')},
    ${place('retryOf')}, ${place('after')}, ${place('exchanges')}, ${place('writer')}, ${place('fileId')}, ${hold})`;

const finishAround = (credits: SQL): SQL =>
  sql`update messages set status = ${place('status')}, answer = ${place('answer')}, answer_kind = ${place('answerKind')},
    origin = ${place('origin')}, condensed = ${place('condensed')}, wordings = ${place('wordings')}::jsonb, follow_ups = ${place('followUps')}::jsonb, error = ${place('error')}::jsonb, citations = ${place('citations')}::jsonb,
    retrieval = ${place('retrieval')}::jsonb, input_tokens = ${place('inputTokens')}, output_tokens = ${place('outputTokens')},
    credits = ${credits} + ${place('paidBySteps')}::float8, finished_at = now()
  where id = ${place('queryId')} and status = 'STREAMING'`;

/** A question with its answer. */
export type Exchanged = Pick<MessageRow, 'question' | 'answer'>;

/** Matches conversations that hold the text in their title, a question or an answer. */
const holdsText = (text: string): SQL => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${conversations.title} ilike ${pattern} or exists (select 1 from ${messages}
    where ${messages.conversationId} = ${conversations.id}
      and (${messages.question} ilike ${pattern} or ${messages.answer} ilike ${pattern})))`;
};

export const chatRepository = {
  /** Finds a conversation of this reader; `atelier.is_reader_of` decides whose it is. */
  async findConversation(
    db: TenantDb,
    id: string,
    { visitorHash, userId }: Pick<ConversationRow, 'visitorHash' | 'userId'>,
  ): Promise<ConversationRow | undefined> {
    const isOwn = sql`atelier.is_reader_of(${conversations}, ${visitorHash}, ${userId})`;
    const [row] = await db
      .select()
      .from(conversations)
      .where(and(eq(conversations.id, id), isOwn));
    return row;
  },

  /** Returns the app that a conversation is with, whoever reads it. */
  async findAppId(db: TenantDb, conversationId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ appId: conversations.appId })
      .from(conversations)
      .where(eq(conversations.id, conversationId));
    return row?.appId;
  },

  /** The statement that stores a question around the arguments of its hold, and returns the earlier messages. */
  beginAnswer: ({ id, conversation, question, modelId, writer, ...rest }: NewQuestion) => {
    const { id: conversationId, isNew, appId, visitorHash, userId, title } = conversation;
    const { retryOf = null, after = null, fileId = null, exchanges } = rest;
    const asked = { queryId: id, conversationId, isNew, appId, visitorHash, userId, title };
    return {
      statement: beginAround,
      values: { ...asked, question, modelId, writer, retryOf, after, exchanges, fileId },
    };
  },

  /** The statement that stores how an answer ended, around the expression of its cost. */
  finishMessage: (
    queryId: string,
    { wordings, followUps, error, citations, retrieval, ...ended }: Ended,
  ) => ({
    statement: finishAround,
    values: {
      ...ended,
      queryId,
      wordings: JSON.stringify(wordings),
      followUps: JSON.stringify(followUps),
      error: error === null ? null : JSON.stringify(error),
      citations: JSON.stringify(citations),
      retrieval: JSON.stringify(retrieval),
    },
  }),

  allMessages: (db: TenantDb, conversationId: string): Promise<MessageRow[]> =>
    db
      .select()
      .from(messages)
      .where(eq(messages.conversationId, conversationId))
      .orderBy(asc(messages.ordinal))
      .limit(1000),

  async findMessage(db: TenantDb, id: string): Promise<MessageRow | undefined> {
    const [row] = await db.select().from(messages).where(eq(messages.id, id));
    return row;
  },

  /** Finds a message, which nobody else changes until the transaction ends. */
  async lockMessage(db: TenantDb, id: string): Promise<MessageRow | undefined> {
    const [row] = await db.select().from(messages).where(eq(messages.id, id)).for('update');
    return row;
  },

  /** Leaves the rest of an answer that is being written to a run. Returns false when nothing is being written. */
  async leaveToRun(db: TenantDb, id: string, runId: string | null): Promise<boolean> {
    const left = await db
      .update(messages)
      .set({ awaitedRunId: runId })
      .where(and(eq(messages.id, id), eq(messages.status, 'STREAMING')))
      .returning({ id: messages.id });
    return left.length > 0;
  },

  /** Stores an answer with its rest. It is complete then, also when its writer was killed before. */
  addToAnswer: (
    db: TenantDb,
    id: string,
    whole: Pick<MessageRow, 'answer' | 'citations' | 'credits' | 'awaitedRunId'>,
  ) =>
    db
      .update(messages)
      .set({ ...whole, status: 'COMPLETED', error: null })
      .where(eq(messages.id, id)),

  /** Says that nobody waits for the rest of an answer any more. */
  forgetRest: (db: TenantDb, id: string) =>
    db.update(messages).set({ awaitedRunId: null }).where(eq(messages.id, id)),

  /** True while the process that writes the answer is connected to the database. */
  async hasWriter(db: TenantDb, { writer }: Pick<MessageRow, 'writer'>): Promise<boolean> {
    const { rows } = await db.execute<{ alive: boolean }>(
      sql`select atelier.is_process_alive(${writer}) as alive`,
    );
    return rows[0]?.alive ?? false;
  },

  listConversations(
    db: TenantDb,
    ownedBy: SQL,
    { search, ...page }: PageOrder<'updatedAt'> & { search?: string | undefined },
  ): Promise<Page<ConversationRow>> {
    const owner = and(ownedBy, search ? holdsText(search) : undefined);
    const selected = db
      .select({ ...getTableColumns(conversations), ...placeColumns(byUpdate, conversations.id) })
      .from(conversations);
    return readPage(db, selected, {
      page,
      key: byUpdate,
      id: conversations.id,
      where: owner,
      from: conversations,
    });
  },

  async rename(db: TenantDb, id: string, title: string): Promise<ConversationRow | undefined> {
    const [row] = await db.update(conversations).set({ title }).where(eq(conversations.id, id)).returning();
    return row;
  },

  async removeConversation(db: TenantDb, id: string): Promise<void> {
    await db.delete(conversations).where(eq(conversations.id, id));
  },

  /** True when a document of these knowledge bases can be found. */
  isAnyPublished: async (db: TenantDb, knowledgeBaseIds: readonly string[]): Promise<boolean> =>
    (
      await db
        .select({ id: publishedDocuments.id })
        .from(publishedDocuments)
        .where(inArray(publishedDocuments.knowledgeBaseId, [...knowledgeBaseIds]))
        .limit(1)
    ).length > 0,

  /** Returns the ids of the chunks that can be found and contain these places of a document's text, by the place. */
  async findChunksAt(
    db: TenantDb,
    importId: string,
    places: readonly number[],
  ): Promise<Map<number, string>> {
    if (places.length === 0) return new Map();
    const { rows } = await db.execute<{ place: number; id: string }>(sql`
      select distinct on (place) place, ${publishedChunks.id} as id
      from unnest(${sql.param([...places])}::int[]) as place
      join ${publishedChunks} on ${publishedChunks.importId} = ${importId}
        and ${publishedChunks.startOffset} <= place and ${publishedChunks.endOffset} > place
      order by place, ${publishedChunks.ordinal}`);
    return new Map(rows.map(({ place: at, id }) => [at, id]));
  },

  /** True when a user with an account ever started a conversation. */
  isAnyOfMembers: async (db: TenantDb): Promise<boolean> =>
    (
      await db
        .select({ id: conversations.id })
        .from(conversations)
        .where(isNotNull(conversations.userId))
        .limit(1)
    ).length > 0,

  ownedBy(appId: string, { visitorHash, userId }: Pick<ConversationRow, 'visitorHash' | 'userId'>): SQL {
    const owner =
      visitorHash === null
        ? sql`${conversations.visitorHash} is null and ${conversations.userId} = ${userId}`
        : sql`${conversations.visitorHash} = ${visitorHash}`;
    return sql`${conversations.appId} = ${appId} and ${owner}`;
  },

  async countByApp(db: TenantDb, appIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await db
      .select({ appId: conversations.appId, count: sql<number>`count(*)::int` })
      .from(conversations)
      .where(inArray(conversations.appId, [...appIds]))
      .groupBy(conversations.appId);
    return new Map(rows.map((row) => [row.appId, row.count]));
  },
};
