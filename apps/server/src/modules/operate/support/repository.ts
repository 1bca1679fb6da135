import { and, asc, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { GlobalDb, TenantDb } from '../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../account/identity/declarations.ts';
import { tenantProfiles } from '../../account/tenancy/declarations.ts';
import {
  type InboxRow,
  type MessageRow,
  screenViews,
  supportAsks,
  supportInbox,
  supportMessages,
} from './tables.ts';

/** The inbox and the counts have no row policy, so both kinds of handle can read them. */
type AnyDb = TenantDb | GlobalDb;

/** An entry of the inbox with the names of user and tenant. */
export interface InboxEntry extends InboxRow {
  name: string;
  email: string;
  companyName: string;
}

export interface InboxFilter {
  search?: string | undefined;
  state?: InboxRow['state'] | undefined;
}

const named = {
  id: supportInbox.id,
  tenantId: supportInbox.tenantId,
  userId: supportInbox.userId,
  state: supportInbox.state,
  createdAt: supportInbox.createdAt,
  updatedAt: supportInbox.updatedAt,
  name: userProfiles.name,
  email: userProfiles.email,
  companyName: tenantProfiles.name,
};
const byUpdate = sql`${supportInbox.updatedAt}`;

const buildFilter = ({ search, state }: InboxFilter): SQL | undefined => {
  const pattern = search && containing(search);
  return and(
    state && eq(supportInbox.state, state),
    pattern
      ? or(
          ilike(userProfiles.name, pattern),
          ilike(userProfiles.email, pattern),
          ilike(tenantProfiles.name, pattern),
        )
      : undefined,
  );
};

export const inboxRepository = {
  /** Opens the inbox entry of a user of the transaction's tenant, and creates it for their first question. */
  async open(db: TenantDb, row: Pick<InboxRow, 'id' | 'tenantId' | 'userId'>): Promise<string> {
    const [opened] = await db
      .insert(supportInbox)
      .values(row)
      .onConflictDoUpdate({
        target: [supportInbox.tenantId, supportInbox.userId],
        set: { state: 'OPEN', updatedAt: sql`now()` },
      })
      .returning({ id: supportInbox.id });
    if (!opened) throw new Error('the question was not put into the inbox');
    return opened.id;
  },

  async findEntry(db: TenantDb, tenantId: string, userId: string): Promise<InboxRow | undefined> {
    const [row] = await db
      .select()
      .from(supportInbox)
      .where(and(eq(supportInbox.tenantId, tenantId), eq(supportInbox.userId, userId)));
    return row;
  },

  async find(db: AnyDb, id: string): Promise<InboxEntry | undefined> {
    const [row] = await db
      .select(named)
      .from(supportInbox)
      .innerJoin(userProfiles, eq(userProfiles.id, supportInbox.userId))
      .innerJoin(tenantProfiles, eq(tenantProfiles.id, supportInbox.tenantId))
      .where(eq(supportInbox.id, id));
    return row;
  },

  answered: (db: AnyDb, id: string) =>
    db.update(supportInbox).set({ state: 'ANSWERED', updatedAt: sql`now()` }).where(eq(supportInbox.id, id)),

  async list(db: AnyDb, filter: InboxFilter, page: PageOrder<'updatedAt'>): Promise<Page<InboxEntry>> {
    const where = buildFilter(filter);
    const selected = db
      .select({ ...named, ...placeColumns(byUpdate, supportInbox.id) })
      .from(supportInbox)
      .innerJoin(userProfiles, eq(userProfiles.id, supportInbox.userId))
      .innerJoin(tenantProfiles, eq(tenantProfiles.id, supportInbox.tenantId));
    return readPage(db, selected, {
      page,
      key: byUpdate,
      id: supportInbox.id,
      where,
      from: sql`${supportInbox} join ${userProfiles} on ${eq(userProfiles.id, supportInbox.userId)}
        join ${tenantProfiles} on ${eq(tenantProfiles.id, supportInbox.tenantId)}`,
    });
  },
};

/** These rows have no row policy, because the questions of a user are counted over all tenants. */
export const askRepository = {
  /** Adds one question and returns the counts including it. Concurrent questions of a user are counted one after another. */
  async count(db: TenantDb, userId: string): Promise<{ lately: number; today: number }> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('support ' || ${userId}, 0))`);
    const mine = eq(supportAsks.userId, userId);
    await db
      .delete(supportAsks)
      .where(and(mine, lt(supportAsks.askedAt, sql`clock_timestamp() - interval '1 day'`)));
    await db.insert(supportAsks).values({ userId, askedAt: sql`clock_timestamp()` });
    const [row] = await db
      .select({
        lately: sql<number>`(count(*) filter (where ${supportAsks.askedAt} > clock_timestamp() - interval '10 minutes'))::int`,
        today: sql<number>`count(*)::int`,
      })
      .from(supportAsks)
      .where(mine);
    if (!row) throw new Error('the questions were not counted');
    return row;
  },
};

type NewMessage = Omit<MessageRow, 'tenantId' | 'createdAt'>;

/** The number of the latest messages that are shown. */
const mostMessages = 500;

export const messageRepository = {
  async insert(db: TenantDb, row: NewMessage): Promise<MessageRow> {
    const [inserted] = await db
      .insert(supportMessages)
      .values({ ...row, createdAt: sql`clock_timestamp()` })
      .returning();
    if (!inserted) throw new Error('the message was not stored');
    return inserted;
  },

  async find(db: TenantDb, id: string): Promise<MessageRow | undefined> {
    const [row] = await db.select().from(supportMessages).where(eq(supportMessages.id, id));
    return row;
  },

  /** Lists the messages, oldest first. */
  async list(db: TenantDb, questionId: string): Promise<MessageRow[]> {
    const rows = await db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.questionId, questionId))
      .orderBy(desc(supportMessages.createdAt))
      .limit(mostMessages);
    return rows.reverse();
  },

  async last(db: TenantDb, questionId: string): Promise<MessageRow | undefined> {
    const [row] = await db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.questionId, questionId))
      .orderBy(desc(supportMessages.createdAt))
      .limit(1);
    return row;
  },
};

const mostScreens = 100;

/** The most views of a screen that are counted for one tenant and day; more is implausible, and would overflow the column. */
const mostViews = 1_000_000_000;

export const screenViewRepository = {
  /** Lists the screens that a tenant opened on a day. Locks the day until the transaction ends. */
  async lockDay(db: TenantDb, tenantId: string, day: string): Promise<string[]> {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('screen views ' || ${tenantId}, 0))`);
    const rows = await db
      .select({ screen: screenViews.screen })
      .from(screenViews)
      .where(and(eq(screenViews.tenantId, tenantId), eq(screenViews.day, day)));
    return rows.map(({ screen }) => screen);
  },

  add: (db: TenantDb, tenantId: string, day: string, views: ReadonlyMap<string, number>) =>
    db
      .insert(screenViews)
      .values([...views].map(([screen, count]) => ({ tenantId, day, screen, views: count })))
      .onConflictDoUpdate({
        target: [screenViews.tenantId, screenViews.day, screenViews.screen],
        set: { views: sql`least(${screenViews.views}::bigint + excluded.views, ${mostViews})::int` },
      }),

  /** Lists the screens that were opened most since a day. */
  byScreen: (db: AnyDb, since: string) =>
    db
      .select({
        screen: screenViews.screen,
        views: sql<number>`sum(${screenViews.views})::float8`,
        tenants: sql<number>`count(distinct ${screenViews.tenantId})::int`,
      })
      .from(screenViews)
      .where(gte(screenViews.day, since))
      .groupBy(screenViews.screen)
      .orderBy(desc(sql`2`), asc(screenViews.screen))
      .limit(mostScreens),

  byDay: (db: AnyDb, since: string) =>
    db
      .select({ day: screenViews.day, views: sql<number>`sum(${screenViews.views})::float8` })
      .from(screenViews)
      .where(gte(screenViews.day, since))
      .groupBy(screenViews.day)
      .orderBy(asc(screenViews.day)),
};
