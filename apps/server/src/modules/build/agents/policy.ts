import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canWriteAgent = (ctx: AnyCtx): boolean => ctx.may('agents:write');
export const canRunAgent = (ctx: AnyCtx): boolean => ctx.may('agents:read');
