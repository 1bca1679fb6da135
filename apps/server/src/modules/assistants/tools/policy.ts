import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canWriteTools = (ctx: AnyCtx): boolean => ctx.may('tools:write');
