import { eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { defineEntity } from '../../account/access/index.ts';
import { prompts } from './tables.ts';

const isForEveryone = eq(prompts.shareWith, 'EVERYONE');

/**
 * Selects the prompts that the actor sees: those for everyone, their own, and those shared with them or their role. Whoever manages members sees all
 * (undefined), so that none is lost when its author leaves.
 */
export const visiblePrompts = (ctx: AnyCtx): SQL | undefined => {
  if (!('userId' in ctx.actor) || ctx.may('users:write')) return undefined;
  const { userId, role } = ctx.actor;
  return or(
    isForEveryone,
    eq(prompts.createdBy, userId),
    sql`${userId} = any(${prompts.sharedUsers})`,
    sql`${role} = any(${prompts.sharedRoles})`,
  );
};

/** Describes prompts for the modules that find and count the things that users make. */
export const promptEntity = defineEntity(
  { table: prompts, madeBy: prompts.createdBy, isShared: isForEveryone, visible: visiblePrompts },
  {
    kind: 'PROMPT',
    prefix: 'prm_',
    label: { one: 'prompt', many: 'prompts' },
    permission: 'prompts:read',
    describeUse: () => 'You can read it and use its text.',
    sharesItself: true,
    buildPagePath: (id) => `/prompt-manager?id=${id}`,
    holdsVisible(ctx, column) {
      const visible = visiblePrompts(ctx);
      return visible && sql`exists (select 1 from ${prompts} where ${prompts.id} = ${column} and ${visible})`;
    },
  },
);
