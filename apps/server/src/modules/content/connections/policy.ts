import type { ConnectionUse } from '@atelier/contracts/content/connections/connections';
import type { AnyCtx } from '../../../kernel/context/context.ts';

export const canChangeConnection = (ctx: AnyCtx): boolean => ctx.may('connections:write');

export const isFree = (uses: readonly ConnectionUse[]): boolean => !uses.some(({ blocks }) => blocks);

export const canRemoveConnection = (ctx: AnyCtx, uses: readonly ConnectionUse[]): boolean =>
  canChangeConnection(ctx) && isFree(uses);
