import type { Permission, Role } from '@atelier/contracts/kernel/permissions';
import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../context/context.ts';
import { containing } from '../db/containing.ts';
import { defineExtensionPoint } from '../services/extension-points.ts';

export interface Entity {
  id: string;
  name: string;
  /** True when every member of the tenant who may see shared entities may open it. */
  shared: boolean;
  /** The user who made it; null where that is not recorded. */
  madeBy: string | null;
}

/** The decisions of the actor that a thing waits for. */
export interface WaitingAt {
  id: string;
  count: number;
  /** The address of what has waited longest. */
  address: string;
}

/**
 * A kind of thing that users make and share, such as apps. Modules that come before the owning module in the module order use it to find,
 * grant and count these things. Every answer is about the tenant of the transaction.
 */
export interface EntityKind {
  /** The name of the kind in the API: `APP`, `KNOWLEDGE_BASE`. */
  kind: string;
  /** The prefix of its ids, such as `app_`. */
  prefix: string;
  /** The singular and the plural, such as "app" and "apps". */
  label: { one: string; many: string };
  /** The permission without which no page shows things of this kind. */
  permission: Permission;
  /** Says what a member in this role may do with such a thing that was shared with them, as a sentence that begins with "You". */
  describeUse: (role: Role) => string;
  /** True for things whose own settings say with whom they are shared, so no grant opens them. */
  sharesItself?: true;
  /** Returns what waits for a decision of the actor, by thing. Kinds at which nothing waits have none. */
  listWaiting?: (tx: TxCtx) => Promise<WaitingAt[]>;
  /** Returns the address of the page that shows the thing. */
  buildPagePath: (id: string) => string;
  /**
   * Returns the condition under which the actor sees rows that belong to a thing of this kind. The column has the id of the thing.
   * Undefined when nothing is hidden from the actor.
   */
  holdsVisible: (ctx: AnyCtx, column: AnyColumn) => SQL | undefined;
  /** Returns undefined also when the actor may not see it. */
  find: (tx: TxCtx, id: string) => Promise<Entity | undefined>;
  /** Returns the things that the actor may see and whose name contains `search`, newest first. */
  search: (tx: TxCtx, query: { search: string; limit: number }) => Promise<Entity[]>;
  /** Returns the statement that selects the things that the actor may see, in the same columns for every kind: id, name, shared, made_by and made_at. */
  selectVisible: (ctx: AnyCtx) => SQL;
  /** Counts all things of the kind, whether or not the actor may see them. */
  count: (tx: TxCtx) => Promise<number>;
}

/** The kinds of things that users make and share, of all modules. */
export const entityKinds = defineExtensionPoint<EntityKind>('kernel.entity-kinds');

interface FoundEntity {
  name: string;
  /** The address of its page. */
  address: string;
}

/** Finds the things of these ids that the actor may see, of all kinds, by their ids. */
const findEntities = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, FoundEntity>> => {
  const found = new Map<string, FoundEntity>();
  for (const { prefix, selectVisible, buildPagePath } of tx.services.extensions.of(entityKinds)) {
    const own = [...new Set(ids)].filter((id) => id.startsWith(prefix));
    if (own.length === 0) continue;
    const { rows } = await tx.db.execute<{ id: string; name: string }>(
      sql`select id, name from (${selectVisible(tx)}) things where id = any(${sql.param(own)}::text[])`,
    );
    for (const { id, name } of rows) found.set(id, { name, address: buildPagePath(id) });
  }
  return found;
};

/** Finds the names of the things of these ids that the actor may see, of all kinds, by their ids. */
export const findEntityNames = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map([...(await findEntities(tx, ids))].map(([id, { name }]) => [id, name]));

/** Finds the subjects of runs that are things which users make and share. */
export const entitiesAsSubjects = (
  tx: TxCtx,
  runs: readonly { subjectId: string }[],
): Promise<Map<string, FoundEntity>> =>
  findEntities(
    tx,
    runs.map(({ subjectId }) => subjectId),
  );

/** Selects the rows about visible things of these kinds that have this text in their names. The column has the ids of the things. */
export const isNamed = (
  ctx: AnyCtx,
  kinds: readonly EntityKind[],
  { column, search }: { column: AnyColumn; search: string },
): SQL | undefined => {
  return or(
    ...kinds.map(
      ({ selectVisible }) =>
        sql`${column} in (select id from (${selectVisible(ctx)}) things where name ilike ${containing(search)})`,
    ),
  );
};
