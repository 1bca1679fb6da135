import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';

/** Whether a run waits or works. */
export const isActive = (status: RunStatus | undefined): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

export const canChangeSchema = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');
