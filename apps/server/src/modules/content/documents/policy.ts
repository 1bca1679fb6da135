import type { ImportStatus } from '@atelier/contracts/content/bases/import-shapes';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { canChangeKnowledgeBase as mayWrite } from '../bases/declarations.ts';

export const isCancellable = (status: ImportStatus): boolean =>
  status === 'IN-QUEUE' || status === 'IN-PROGRESS';
export const isRetryable = (status: ImportStatus): boolean => status === 'ERRORED' || status === 'CANCELLED';

export const canCancelImport = (ctx: AnyCtx, status: ImportStatus): boolean =>
  mayWrite(ctx) && isCancellable(status);
export const canRetryImport = (ctx: AnyCtx, status: ImportStatus): boolean =>
  mayWrite(ctx) && isRetryable(status);
export const canRemoveImport = mayWrite;

/**
 * True when a complete text can be edited: that of this version, or, if this version failed, that of the version still
 * shown.
 */
export const isEditable = (
  status: ImportStatus,
  { version, shownVersion }: { version: number; shownVersion: number },
): boolean => status === 'COMPLETED' || (isRetryable(status) && shownVersion < version);

export const canEditImport = (
  ctx: AnyCtx,
  status: ImportStatus,
  versions: { version: number; shownVersion: number },
): boolean => mayWrite(ctx) && isEditable(status, versions);
