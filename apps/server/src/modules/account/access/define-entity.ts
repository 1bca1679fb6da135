import { Role, roleMay } from '@atelier/contracts/kernel/permissions';
import { type AnyColumn, and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../../../kernel/context/context.ts';
import { containing } from '../../../kernel/db/containing.ts';
import { viewer } from '../../../kernel/db/session.ts';
import type { Entity, EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { accessGrants } from './tables.ts';

/** Returns the roles that see an entity without a grant. `shared` means that it is open to every member of the tenant. */
export const rolesThatSee = (shared: boolean): Role[] =>
  Role.options.filter(
    (role) => roleMay(role, 'entities:all') || (shared && roleMay(role, 'entities:shared')),
  );

/** The condition under which a row is visible to the actor; undefined when nothing is hidden from them. */
type Visibility = (ctx: AnyCtx) => SQL | undefined;

/**
 * Declares which rows an actor may see. `id` is the column with the id of the entity, and `shared` selects the rows that everybody with
 * `entities:shared` sees. The conditions are made once, so a statement is built once for each of them.
 * Visitors and the system are not restricted: the public link of a visitor was checked already, and the system acts for no user.
 */
export const defineVisibility = (id: AnyColumn, shared: SQL | 'all'): Visibility => {
  const granted = sql`exists (select 1 from ${accessGrants}
    where ${accessGrants.entityId} = ${id} and ${accessGrants.userId} = ${viewer})`;
  const sharedOrGranted = shared === 'all' ? undefined : or(shared, granted);
  return (ctx) => {
    if (!('userId' in ctx.actor) || ctx.may('entities:all')) return undefined;
    return ctx.may('entities:shared') ? sharedOrGranted : granted;
  };
};

type Described = Omit<EntityKind, 'holdsVisible' | 'find' | 'search' | 'selectVisible' | 'count'> &
  Partial<Pick<EntityKind, 'holdsVisible'>>;

interface EntityRows {
  table: { id: AnyColumn; name: AnyColumn; createdAt: AnyColumn };
  /** The user who made a thing; left out where that is not recorded. */
  madeBy?: AnyColumn;
  /** Holds for the rows of this kind, where the table has others too. */
  only?: SQL;
  /** Holds for rows that every member of the tenant who may see shared entities may open. */
  isShared: SQL;
  visible: Visibility;
}

/** Defines a kind of thing that users make and share by the table of these things, and by what is said about them. */
export const defineEntity = (
  { table: { id, name, createdAt }, madeBy, only, isShared, visible }: EntityRows,
  about: Described,
): EntityKind => {
  const selectVisible = (ctx: AnyCtx): SQL =>
    sql`select ${id} as id, ${name} as name, ${isShared} as shared, ${madeBy ?? sql`null::text`} as made_by, ${createdAt} as made_at
      from ${id.table} where ${and(only, visible(ctx)) ?? sql`true`}`;
  const select = async (tx: TxCtx, condition: SQL): Promise<Entity[]> => {
    const { rows } = await tx.db.execute<Entity & Record<string, unknown>>(
      sql`select id, name, shared, made_by as "madeBy" from (${selectVisible(tx)}) things where ${condition}`,
    );
    return rows;
  };
  return {
    holdsVisible: (ctx, column) =>
      defineVisibility(
        column,
        sql`exists (select 1 from ${id.table} where ${id} = ${column} and ${isShared})`,
      )(ctx),
    ...about,
    selectVisible,
    find: async (tx, thing) => (await select(tx, sql`id = ${thing}`))[0],
    search: (tx, { search, limit }) =>
      select(tx, sql`name ilike ${containing(search)} order by made_at desc limit ${limit}`),
    async count({ db }) {
      const { rows } = await db.execute<{ total: number }>(
        sql`select count(*)::int as total from ${id.table} where ${only ?? sql`true`}`,
      );
      return rows[0]?.total ?? 0;
    },
  };
};
