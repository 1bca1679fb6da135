import { type AnyColumn, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { selectEntities } from '../../../kernel/entities/select-entities.ts';
import { prompts } from './tables.ts';

/**
 * Selects the prompts that the actor sees: those for everyone, their own, and those shared with them or their role. Whoever manages members sees all
 * (undefined), so that none is lost when its author leaves.
 */
export const visiblePrompts = (ctx: AnyCtx): SQL | undefined => {
  if (!('userId' in ctx.actor) || ctx.may('users:write')) return undefined;
  const { userId, role } = ctx.actor;
  return or(
    eq(prompts.shareWith, 'EVERYONE'),
    eq(prompts.createdBy, userId),
    sql`${userId} = any(${prompts.sharedUsers})`,
    sql`${role} = any(${prompts.sharedRoles})`,
  );
};

/** Selects the rows of prompts that the actor sees. The column has the id of the prompt. */
export const visibleInPrompts = (ctx: AnyCtx, column: AnyColumn): SQL | undefined => {
  const visible = visiblePrompts(ctx);
  return visible && sql`exists (select 1 from ${prompts} where ${prompts.id} = ${column} and ${visible})`;
};

/** Selects the prompts that the actor may see, as things that users make and share. */
export const selectVisiblePrompts = (ctx: AnyCtx): SQL =>
  selectEntities(prompts, {
    madeBy: prompts.createdBy,
    isShared: eq(prompts.shareWith, 'EVERYONE'),
    visible: visiblePrompts(ctx),
  });
