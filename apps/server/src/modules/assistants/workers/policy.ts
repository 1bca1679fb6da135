import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canWriteWorker = (ctx: AnyCtx): boolean => ctx.may('agents:write');

/** Whoever may see a worker may give it work. */
export const canRunWorker = (ctx: AnyCtx): boolean => ctx.may('agents:read');

/** Decides about results, says what they are worth, and has failed activities done again (ROLE-12). */
export const canOperateWorker = (ctx: AnyCtx): boolean => ctx.may('feedback:write');
