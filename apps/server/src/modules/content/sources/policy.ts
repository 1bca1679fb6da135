import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';

const mayWrite = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');

/** Returns whether a sync is queued or running. */
export const isSyncing = (status: RunStatus | undefined): boolean =>
  status === 'QUEUED' || status === 'WAITING' || status === 'RUNNING';

export const isRetryable = (status: RunStatus | undefined): boolean =>
  status === 'FAILED' || status === 'CANCELLED';

export const canChangeSource = mayWrite;
export const canSync = (ctx: AnyCtx, status: RunStatus | undefined): boolean =>
  mayWrite(ctx) && !isSyncing(status);
export const canCancelSync = (ctx: AnyCtx, status: RunStatus | undefined): boolean =>
  mayWrite(ctx) && isSyncing(status);
export const canRetrySync = (ctx: AnyCtx, status: RunStatus | undefined): boolean =>
  mayWrite(ctx) && isRetryable(status);
