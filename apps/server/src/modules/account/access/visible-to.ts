import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { accessGrants } from './tables.ts';

/**
 * The condition under which a row is visible to whoever acts; undefined where nothing is hidden. `id` is the column of the
 * thing's id, `shared` says which of them everybody with `entities:shared` sees.
 * A visitor and the system are not restricted: the one came by a public link that was judged already, the other is nobody.
 */
export const visibleTo = (ctx: AnyCtx, id: AnyColumn, shared: SQL | 'all'): SQL | undefined => {
  const { actor } = ctx;
  if (!('userId' in actor) || ctx.may('entities:all')) return undefined;
  const granted = sql`exists (select 1 from ${accessGrants}
    where ${accessGrants.entityId} = ${id} and ${accessGrants.userId} = ${actor.userId})`;
  if (!ctx.may('entities:shared')) return granted;
  return shared === 'all' ? undefined : or(shared, granted);
};
