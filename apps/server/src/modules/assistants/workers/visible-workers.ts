import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { selectEntities } from '../../../kernel/entities/select-entities.ts';
import { defineVisibility, type Visibility } from '../../account/access/index.ts';
import { workers } from './tables.ts';

/** Everybody in the company sees a public worker. */
const isShared = sql`${workers.access} = 'PUBLIC'`;

/** Selects the workers that the actor may see. */
export const visibleWorkers: Visibility = defineVisibility(workers.id, isShared);

/** Selects the rows of workers that the actor may see. The column has the id of the worker. */
export const visibleInWorkers = (ctx: AnyCtx, column: AnyColumn): SQL | undefined =>
  defineVisibility(
    column,
    sql`exists (select 1 from ${workers} where ${workers.id} = ${column} and ${isShared})`,
  )(ctx);

/** Selects the workers that the actor may see, as things that users make and share. */
export const selectVisibleWorkers = (ctx: AnyCtx): SQL =>
  selectEntities(workers, { madeBy: workers.createdBy, isShared, visible: visibleWorkers(ctx) });
