import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../../../kernel/context/context.ts';
import { containing } from '../../../kernel/db/containing.ts';
import type { Entity, EntityKind } from '../../../kernel/entities/entity-kind.ts';
import { defineVisibility, type Visibility } from './define-visibility.ts';

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
