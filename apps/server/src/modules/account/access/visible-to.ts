import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { accessGrants } from './tables.ts';

/**
 * Returns the condition under which a row is visible to the actor; undefined when nothing is hidden from them. `id` is the column with the
 * id of the entity, and `shared` selects the rows that everybody with `entities:shared` sees.
 * Visitors and the system are not restricted: the public link of a visitor was checked already, and the system acts for no user.
 */
export const visibleTo = (ctx: AnyCtx, id: AnyColumn, shared: SQL | 'all'): SQL | undefined => {
  const { actor } = ctx;
  if (!('userId' in actor) || ctx.may('entities:all')) return undefined;
  const granted = sql`exists (select 1 from ${accessGrants}
    where ${accessGrants.entityId} = ${id} and ${accessGrants.userId} = ${actor.userId})`;
  if (!ctx.may('entities:shared')) return granted;
  return shared === 'all' ? undefined : or(shared, granted);
};
