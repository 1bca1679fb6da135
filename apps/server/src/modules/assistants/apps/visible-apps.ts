import { type AnyColumn, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { selectEntities } from '../../../kernel/entities/select-entities.ts';
import { defineVisibility, type Visibility } from '../../account/access/index.ts';
import { apps } from './tables.ts';

const isPublic = eq(apps.access, 'PUBLIC');

/** Selects the apps that the actor may see in lists and open: public ones are visible to every member of the tenant. */
export const visibleApps: Visibility = defineVisibility(apps.id, isPublic);

/** Selects the rows of apps that the actor may see. The column has the id of the app. */
export const visibleInApps = (ctx: AnyCtx, column: AnyColumn): SQL | undefined =>
  defineVisibility(
    column,
    sql`exists (select 1 from ${apps} where ${apps.id} = ${column} and ${isPublic})`,
  )(ctx);

/** Selects the apps that the actor may talk to: the visible ones, and every public one, because its link is open to anyone. */
export const usableApps = (ctx: AnyCtx): SQL | undefined => {
  const visible = visibleApps(ctx);
  return visible && or(isPublic, visible);
};

/** Selects the apps that the actor may see, as things that users make and share. */
export const selectVisibleApps = (ctx: AnyCtx): SQL =>
  selectEntities(apps, { madeBy: apps.createdBy, isShared: isPublic, visible: visibleApps(ctx) });
