import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canUpdateApp = (ctx: AnyCtx): boolean => ctx.may('apps:write');
export const canRemoveApp = (ctx: AnyCtx): boolean => ctx.may('apps:write');
