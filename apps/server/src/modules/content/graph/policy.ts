import type { GraphStatus } from '@atelier/contracts/content/graph/graph-shapes';
import type { AnyCtx } from '../../../kernel/context/context.ts';

export const isBuilding = (status: GraphStatus): boolean => status === 'QUEUED' || status === 'RUNNING';

export const canBuildGraph = (ctx: AnyCtx, status: GraphStatus): boolean =>
  ctx.may('knowledge:write') && !isBuilding(status);
export const canStopGraph = (ctx: AnyCtx, status: GraphStatus): boolean =>
  ctx.may('knowledge:write') && isBuilding(status);
export const canCorrectGraph = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');
