import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../context/context.ts';
import { containing } from '../db/containing.ts';
import { type EntityKind, entityKinds } from './entity-kind.ts';

interface FoundEntity {
  name: string;
  /** The address of its page. */
  address: string;
}

/** Finds the things of these ids that the actor may see, of all kinds, by their ids. */
export const findEntities = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, FoundEntity>> => {
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
