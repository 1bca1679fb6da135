import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** A table of things that users make and share. */
interface EntityTable {
  id: AnyColumn;
  name: AnyColumn;
  createdAt: AnyColumn;
}

interface EntityConditions {
  /** The user who made a thing; left out where that is not recorded. */
  madeBy?: AnyColumn;
  /** Holds for rows that every member of the tenant who may see shared entities may open. */
  isShared: SQL;
  /** Holds for the rows that the actor may see; undefined for all. */
  visible: SQL | undefined;
}

/** Selects the rows of a table that the actor may see, in the same columns for every kind of thing. */
export const selectEntities = (
  { id, name, createdAt }: EntityTable,
  { madeBy, isShared, visible }: EntityConditions,
): SQL =>
  sql`select ${id} as id, ${name} as name, ${isShared} as shared, ${madeBy ?? sql`null::text`} as made_by, ${createdAt} as made_at from ${id.table} where ${visible ?? sql`true`}`;
