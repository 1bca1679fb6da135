import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { SubjectRun } from '../../../kernel/runs/view/index.ts';
import { recordedFailures } from './engine/failures.ts';

export const canWriteAgent = (ctx: AnyCtx): boolean => ctx.may('agents:write');
export const canRunAgent = (ctx: AnyCtx): boolean => ctx.may('agents:read');

/**
 * True for a run that goes on where it stopped. One that its loop has ended, for example because it made the same calls again and again,
 * would end there again, because its records say so, unless its cause names a reply that is asked for again.
 */
export const canContinue = ({ status, cause }: Pick<SubjectRun, 'status' | 'cause'>): boolean =>
  status === 'CANCELLED' ||
  (status === 'FAILED' && (cause?.repeats !== undefined || !recordedFailures.has(cause?.code ?? '')));
