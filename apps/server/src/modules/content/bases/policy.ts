import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canChangeKnowledgeBase = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');
