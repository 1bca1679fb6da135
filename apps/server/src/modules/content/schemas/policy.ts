import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';

/** Returns whether a run is queued or running. */
export const isActive = (status: RunStatus | undefined): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

export const canChangeSchema = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');
