import type { SharedSort } from '@atelier/contracts/account/shared-things';
import { and, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { containing } from '../../../kernel/db/containing.ts';
import { type Page, type PageOrder, placeColumns, readPage } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import type { WaitingAt } from '../../../kernel/entities/entity-kind.ts';
import { userProfiles } from '../identity/declarations.ts';
import { accessGrants } from './tables.ts';

/** The things of one kind that the actor may see, as `EntityKind.selectVisible` selects them. */
interface VisibleKind {
  kind: string;
  rows: SQL;
}

interface SharedFilter {
  userId: string;
  kinds: readonly VisibleKind[];
  waiting: readonly WaitingAt[];
  search?: string | undefined;
}

export interface SharedRow {
  id: string;
  kind: string;
  name: string;
  isShared: boolean;
  madeBy: string | null;
  givenAt: Date | null;
  givenBy: string | null;
}

const things = {
  id: sql<string>`things.id`,
  kind: sql<string>`things.kind`,
  name: sql<string>`things.name`,
  isShared: sql<boolean>`things.shared`,
  madeBy: sql<string | null>`things.made_by`,
};
const givers = alias(userProfiles, 'givers');

/** Formats a timestamp as text of a fixed length, which sorts in the order of time. */
const digits = (moment: SQL): SQL => sql`to_char(${moment}, 'YYYYMMDDHH24MISSUS')`;
const sharedAt = sql`coalesce(${digits(sql`${accessGrants.createdAt}`)}, repeat('0', 20)) || ${digits(sql`things.made_at`)}`;
const sortKeys: Record<SharedSort, SQL> = {
  urgency: sql`lpad(coalesce(waiting.count, 0)::text, 10, '0') || ${sharedAt}`,
  name: sql`lower(things.name)`,
  sharedAt,
};

const ofKind = ({ kind, rows }: VisibleKind): SQL =>
  sql`select ${kind}::text as kind, visible.* from (${rows}) visible`;

const from = (kinds: readonly VisibleKind[]): SQL =>
  sql`(${sql.join(kinds.map(ofKind), sql` union all `)}) as things`;

const conditions = ({ userId, search }: SharedFilter): SQL | undefined =>
  and(
    sql`${things.madeBy} is distinct from ${userId}`,
    search ? ilike(things.name, containing(search)) : undefined,
  );

/** All that a user may see and did not make, of every kind, with the grant that opens it. */
export const sharedRepository = {
  async list(db: TenantDb, filter: SharedFilter, page: PageOrder<SharedSort>): Promise<Page<SharedRow>> {
    const { userId, kinds, waiting } = filter;
    if (kinds.length === 0) return { rows: [], nextCursor: null, total: 0 };
    const key = sortKeys[page.sort];
    const selected = db
      .select({
        ...things,
        givenAt: accessGrants.createdAt,
        givenBy: givers.name,
        ...placeColumns(key, things.id),
      })
      .from(from(kinds))
      .leftJoin(accessGrants, and(eq(accessGrants.entityId, things.id), eq(accessGrants.userId, userId)))
      .leftJoin(givers, eq(givers.id, accessGrants.grantedBy))
      .leftJoin(
        sql`jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as waiting(id text, count integer)`,
        sql`waiting.id = ${things.id}`,
      );
    const where = conditions(filter);
    return readPage(db, selected, { page, key, id: things.id, where, from: from(kinds) });
  },
};
