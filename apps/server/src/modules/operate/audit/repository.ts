import {
  and,
  desc,
  eq,
  getViewSelectedFields,
  gte,
  ilike,
  inArray,
  like,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AuditRow, auditEntries } from '../../../kernel/context/audit-log.ts';
import { closePage, keysetAfter, type Page } from '../../../kernel/db/paging.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { userProfiles } from '../../account/identity/declarations.ts';
import { members } from '../../account/tenancy/declarations.ts';

/** The part of the log that is read. */
export interface AuditFilter {
  search?: string | undefined;
  /** One action, or all actions of a module: `knowledge.*`. */
  action?: string | undefined;
  /** A user id, or `system`. */
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

const byAction = (action: string): SQL =>
  action.endsWith('.*')
    ? like(auditEntries.action, `${escaped(action.slice(0, -1))}%`)
    : eq(auditEntries.action, action);

const byActor = (actor: string): SQL =>
  actor === 'system' ? sql`${auditEntries.actor} ->> 'kind' = 'system'` : eq(auditEntries.actorId, actor);

const containing = (text: string): SQL | undefined => {
  const pattern = `%${escaped(text)}%`;
  return or(
    ilike(auditEntries.action, pattern),
    ilike(auditEntries.subjectId, pattern),
    ilike(auditEntries.address, pattern),
    ilike(auditEntries.requestId, pattern),
    sql`${auditEntries.actor} ->> 'name' ilike ${pattern}`,
    sql`${auditEntries.details}::text ilike ${pattern}`,
  );
};

const conditions = ({ search, action, actor, from, to }: AuditFilter): SQL | undefined =>
  and(
    action ? byAction(action) : undefined,
    actor ? byActor(actor) : undefined,
    from ? gte(auditEntries.createdAt, new Date(from)) : undefined,
    to ? lt(auditEntries.createdAt, new Date(to)) : undefined,
    search ? containing(search) : undefined,
  );

const age = sql`${auditEntries.createdAt}`;

interface Slice {
  limit: number;
  cursor?: string | undefined;
}

const slice = async (db: TenantDb, where: SQL | undefined, { limit, cursor }: Slice) => {
  const after = keysetAfter(age, auditEntries.id, { sort: 'createdAt', order: 'desc', limit, cursor });
  const rows = await db
    .select({ row: getViewSelectedFields(auditEntries), key: sql<string>`${age}::text`, id: auditEntries.id })
    .from(auditEntries)
    .where(and(where, after))
    .orderBy(desc(age), desc(auditEntries.id))
    .limit(limit + 1);
  return rows;
};

export const auditRepository = {
  async list(db: TenantDb, filter: AuditFilter, page: Slice): Promise<Page<AuditRow>> {
    const where = conditions(filter);
    const rows = await slice(db, where, page);
    return closePage({ rows, total: await db.$count(auditEntries, where) }, page.limit);
  },

  /** Works like `list`, without counting. */
  async listOn(db: TenantDb, filter: AuditFilter, page: Slice): Promise<Page<AuditRow>> {
    return closePage({ rows: await slice(db, conditions(filter), page), total: 0 }, page.limit);
  },

  /** Lists every action that occurs. Jumps from value to value of the index, so that the length of the log does not matter. */
  async listActions(db: TenantDb): Promise<string[]> {
    const { rows } = await db.execute<{ action: string }>(sql`with recursive found as (
        (select action from ${auditEntries} order by action limit 1)
        union all
        select (select action from ${auditEntries} where action > found.action order by action limit 1)
        from found where found.action is not null)
      select action from found where action is not null`);
    return rows.map(({ action }) => action);
  },

  /** Lists every user who occurs, by name. A deleted user is named by their id, and the email is shown only of members. */
  async listUsers(db: TenantDb): Promise<{ userId: string; name: string; email: string | null }[]> {
    const { rows } = await db.execute<{ user_id: string; name: string; email: string | null }>(sql`
      with recursive found as (
        (select actor_id as id from ${auditEntries} where actor_id is not null order by actor_id limit 1)
        union all
        select (select actor_id from ${auditEntries} where actor_id > found.id order by actor_id limit 1)
        from found where found.id is not null)
      select found.id as user_id, coalesce(profile.name, found.id) as name,
        case when member.user_id is not null then profile.email end as email
      from found left join ${userProfiles} profile on profile.id = found.id
        left join ${members} member on member.user_id = found.id and member.tenant_id = atelier.tenant()
      where found.id is not null order by lower(coalesce(profile.name, found.id)), found.id`);
    return rows.map(({ user_id: userId, name, email }) => ({ userId, name, email }));
  },

  /** Returns the names of users by id. */
  async namesOfUsers(db: TenantDb, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .select({ id: userProfiles.id, name: userProfiles.name })
      .from(userProfiles)
      .where(inArray(userProfiles.id, [...ids]));
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
};
