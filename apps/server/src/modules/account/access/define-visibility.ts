import { type AnyColumn, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { viewer } from '../../../kernel/db/session.ts';
import { accessGrants } from './tables.ts';

/** The condition under which a row is visible to the actor; undefined when nothing is hidden from them. */
export type Visibility = (ctx: AnyCtx) => SQL | undefined;

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
