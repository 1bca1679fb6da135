import { and, eq, gt, ilike, isNull, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../../kernel/db/containing.ts';
import { type Page, placeColumns, readPage } from '../../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../identity/declarations.ts';
import { appAccess, appUsers } from '../tables.ts';

export type AppAccessRow = typeof appAccess.$inferSelect;

/** An access with the names that its list shows. */
export interface ListedAccess {
  access: AppAccessRow;
  firstName: string | null;
  lastName: string | null;
  givenBy: string | null;
}

const createdKey = sql`${appAccess.createdAt}`;

const ofPerson = (appId: string, email: string): SQL | undefined =>
  and(eq(appAccess.appId, appId), eq(appAccess.email, email));

const inUse: SQL | undefined = and(
  eq(appAccess.status, 'GRANTED'),
  or(isNull(appAccess.endsAt), gt(appAccess.endsAt, sql`now()`)),
);

export const appAccessRepository = {
  async insert(db: TenantDb, row: typeof appAccess.$inferInsert): Promise<void> {
    await db.insert(appAccess).values(row);
  },

  async update(db: TenantDb, id: string, changes: Partial<typeof appAccess.$inferInsert>): Promise<void> {
    await db.update(appAccess).set(changes).where(eq(appAccess.id, id));
  },

  find: async (db: TenantDb, id: string): Promise<AppAccessRow | undefined> =>
    (await db.select().from(appAccess).where(eq(appAccess.id, id)))[0],

  /** Locks the access of an address until the transaction ends. */
  lockAccess: async (db: TenantDb, appId: string, email: string): Promise<AppAccessRow | undefined> =>
    (await db.select().from(appAccess).where(ofPerson(appId, email)).for('update'))[0],

  /** Locks an access until the transaction ends. */
  lock: async (db: TenantDb, id: string): Promise<AppAccessRow | undefined> =>
    (await db.select().from(appAccess).where(eq(appAccess.id, id)).for('update'))[0],

  /** Finds the open invitation of a token, and locks it until the transaction ends. */
  lockInvited: async (db: TenantDb, appId: string, tokenHash: string): Promise<AppAccessRow | undefined> =>
    (
      await db
        .select()
        .from(appAccess)
        .where(
          and(
            eq(appAccess.appId, appId),
            eq(appAccess.tokenHash, tokenHash),
            eq(appAccess.status, 'INVITED'),
            gt(appAccess.invitedUntil, sql`now()`),
          ),
        )
        .for('update')
    )[0],

  findOfUser: async (db: TenantDb, appId: string, userId: string): Promise<AppAccessRow | undefined> =>
    (
      await db
        .select()
        .from(appAccess)
        .where(and(eq(appAccess.appId, appId), eq(appAccess.userId, userId)))
    )[0],

  hasAccess: async (db: TenantDb, appId: string, userId: string): Promise<boolean> =>
    (await db.$count(appAccess, and(eq(appAccess.appId, appId), eq(appAccess.userId, userId), inUse))) > 0,

  hasAnyGrant: async (db: TenantDb, userId: string): Promise<boolean> =>
    (await db.$count(appAccess, and(eq(appAccess.userId, userId), eq(appAccess.status, 'GRANTED')))) > 0,

  countAccess: (db: TenantDb, appId: string): Promise<number> =>
    db.$count(appAccess, eq(appAccess.appId, appId)),

  async delete(db: TenantDb, id: string): Promise<void> {
    await db.delete(appAccess).where(eq(appAccess.id, id));
  },

  /** Lists the newest first. */
  async list(
    db: TenantDb,
    { appId, search }: { appId: string; search?: string | undefined },
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ListedAccess>> {
    const name = sql`${appUsers.firstName} || ' ' || ${appUsers.lastName}`;
    const where = and(
      eq(appAccess.appId, appId),
      search ? or(ilike(appAccess.email, containing(search)), ilike(name, containing(search))) : undefined,
    );
    const order = { ...page, sort: 'createdAt', order: 'desc' as const };
    const selected = db
      .select({
        access: appAccess,
        firstName: appUsers.firstName,
        lastName: appUsers.lastName,
        givenBy: userProfiles.name,
        ...placeColumns(createdKey, appAccess.id),
      })
      .from(appAccess)
      .leftJoin(appUsers, eq(appUsers.id, appAccess.userId))
      .leftJoin(userProfiles, eq(userProfiles.id, appAccess.givenBy));
    return readPage(db, selected, {
      page: order,
      key: createdKey,
      id: appAccess.id,
      where,
      from: sql`${appAccess} left join ${appUsers} on ${eq(appUsers.id, appAccess.userId)}`,
    });
  },
};
