import type { JoinWaitlist, WaitlistStatus } from '@atelier/contracts/account/identity/waitlist';
import { and, eq, getTableColumns, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import { newId } from '../../../../kernel/base/ids.ts';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { AnyDb } from '../repository/user-repository.ts';
import { waitlist } from '../tables.ts';

export type WaitlistRow = typeof waitlist.$inferSelect;

/** A part of the waiting list, newest first. */
export interface WaitlistQuery {
  limit: number;
  cursor?: string | undefined;
  /** Part of a name, an address or a company. */
  search?: string | undefined;
  status?: WaitlistStatus | undefined;
}

const age = sql`${waitlist.createdAt}`;

const buildFilter = ({ search, status }: WaitlistQuery) => {
  const pattern = search && containing(search);
  return and(
    status && eq(waitlist.status, status),
    pattern
      ? or(
          ilike(waitlist.name, pattern),
          ilike(waitlist.email, pattern),
          ilike(waitlist.companyName, pattern),
        )
      : undefined,
  );
};

export const waitlistRepository = {
  /** Adds a request. An earlier request stays as it is, unless its admission mail has expired. */
  async join(db: AnyDb, user: JoinWaitlist, now: Date): Promise<void> {
    await db
      .insert(waitlist)
      .values({ id: newId('wait'), ...user })
      .onConflictDoUpdate({
        target: waitlist.email,
        set: { status: 'WAITING', tokenHash: null, tokenExpiresAt: null, answeredAt: null },
        setWhere: sql`${waitlist.status} = 'ADMITTED' and ${waitlist.tokenExpiresAt} < ${now.toISOString()}::timestamptz`,
      });
  },

  list(db: AnyDb, query: WaitlistQuery): Promise<Page<WaitlistRow>> {
    const page = { sort: 'createdAt', order: 'desc' as const, ...query };
    const filter = buildFilter(query);
    const columns = { ...getTableColumns(waitlist), ...placeColumns(age, waitlist.id) };
    const selected = db.select(columns).from(waitlist);
    return readPage(db, selected, { page, key: age, id: waitlist.id, where: filter, from: waitlist });
  },

  find: async (db: AnyDb, id: string): Promise<WaitlistRow | undefined> =>
    (await db.select().from(waitlist).where(eq(waitlist.id, id)))[0],

  /** Changes the state of a request that is in one of the given states. Returns its row, or undefined when it is in none of them. */
  answer: async (
    db: AnyDb,
    id: string,
    { from, to }: { from: WaitlistStatus[]; to: WaitlistStatus },
  ): Promise<WaitlistRow | undefined> =>
    (
      await db
        .update(waitlist)
        .set({ status: to, answeredAt: sql`now()`, tokenHash: null, tokenExpiresAt: null })
        .where(and(eq(waitlist.id, id), inArray(waitlist.status, from)))
        .returning()
    )[0],

  async putToken(db: AnyDb, id: string, tokenHash: string, tokenExpiresAt: Date): Promise<void> {
    await db.update(waitlist).set({ tokenHash, tokenExpiresAt }).where(eq(waitlist.id, id));
  },

  findAdmitted: async (db: AnyDb, tokenHash: string, now: Date): Promise<WaitlistRow | undefined> =>
    (
      await db
        .select()
        .from(waitlist)
        .where(
          and(
            eq(waitlist.tokenHash, tokenHash),
            eq(waitlist.status, 'ADMITTED'),
            gt(waitlist.tokenExpiresAt, now),
          ),
        )
    )[0],

  /** Records that an admitted requester has an account now. */
  async markJoined(db: AnyDb, email: string): Promise<void> {
    await db
      .update(waitlist)
      .set({ status: 'JOINED', tokenHash: null, tokenExpiresAt: null })
      .where(and(eq(waitlist.email, email), eq(waitlist.status, 'ADMITTED')));
  },

  isAdmitted: async (db: AnyDb, email: string): Promise<boolean> =>
    (await db.$count(waitlist, and(eq(waitlist.email, email), eq(waitlist.status, 'ADMITTED')))) > 0,
};
