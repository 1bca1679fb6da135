import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { selectEntities } from '../../../kernel/entities/select-entities.ts';
import { defineVisibility, type Visibility } from '../../account/access/index.ts';
import { agents } from './tables.ts';

/** Everybody in the company sees a public agent. */
const isShared = sql`${agents.access} = 'PUBLIC'`;

/** Selects the agents that the actor may see. */
export const visibleAgents: Visibility = defineVisibility(agents.id, isShared);

/** Selects the rows of agents that the actor may see. The column has the id of the agent. */
export const visibleInAgents = (ctx: AnyCtx, column: AnyColumn): SQL | undefined =>
  defineVisibility(
    column,
    sql`exists (select 1 from ${agents} where ${agents.id} = ${column} and ${isShared})`,
  )(ctx);

/** Selects the agents, or the crews, that the actor may see, in the columns that all kinds of entities share. */
export const selectVisibleAgents = (ctx: AnyCtx, isCrew: boolean): SQL =>
  selectEntities(agents, {
    madeBy: agents.createdBy,
    isShared,
    visible: sql`${agents.isCrew} = ${isCrew} and ${visibleAgents(ctx) ?? sql`true`}`,
  });
