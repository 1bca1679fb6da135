import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { entityKinds } from '../../../kernel/entities/entity-kind.ts';
import { runs } from '../../../kernel/runs/index.ts';

/** The condition for the runs that the actor may see: those whose scope is an entity that they may see. */
export const visibleRuns = (ctx: AnyCtx): SQL | undefined => {
  const ofKinds = ctx.services.extensions.of(entityKinds).map(({ prefix, holdsVisible }) => ({
    isOfKind: sql`starts_with(${runs.scopeId}, ${prefix})`,
    isVisible: holdsVisible(ctx, runs.scopeId),
  }));
  if (ctx.may('entities:all') || !('role' in ctx.actor)) return undefined;
  return or(...ofKinds.map(({ isOfKind, isVisible }) => and(isOfKind, isVisible)), sql`false`);
};
