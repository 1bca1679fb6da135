import type { AnyCtx } from '../../../kernel/context/context.ts';

/** Returns who is recorded as the author of a change. */
export const actorId = (ctx: Pick<AnyCtx, 'actor'>): string =>
  'userId' in ctx.actor ? ctx.actor.userId : 'system';
