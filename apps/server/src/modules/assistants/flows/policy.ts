import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canWriteFlow = (ctx: AnyCtx): boolean => ctx.may('flows:write');
export const canRunFlow = (ctx: AnyCtx): boolean => ctx.may('flows:read');
