import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { selectEntities } from '../../../kernel/entities/select-entities.ts';
import { defineVisibility, type Visibility } from '../../account/access/index.ts';
import { flows } from './tables.ts';

/** Other users see a flow only if they were given access to it. */
const isShared = sql`false`;

/** Selects the flows that the actor may see. */
export const visibleFlows: Visibility = defineVisibility(flows.id, isShared);

/** Selects the rows of flows that the actor may see. The column has the id of the flow. */
export const visibleInFlows = (ctx: AnyCtx, column: AnyColumn): SQL | undefined =>
  defineVisibility(column, isShared)(ctx);

/** Selects the flows that the actor may see, as things that users make and share. */
export const selectVisibleFlows = (ctx: AnyCtx): SQL =>
  selectEntities(flows, { madeBy: flows.createdBy, isShared, visible: visibleFlows(ctx) });
