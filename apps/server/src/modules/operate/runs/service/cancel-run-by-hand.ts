import type { RunDetails } from '@atelier/contracts/operate/runs/run-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../kernel/runs/index.ts';
import { openControls } from './open-controls.ts';
import { getRun } from './read-run.ts';

/**
 * Cancels a run in the way that the module of its subject defines. Throws `run.not_found`, `runs.not_cancellable`, `run.already_finished`,
 * and what that module throws.
 */
export const cancelRunByHand = async (ctx: Ctx, runId: string): Promise<RunDetails> => {
  const { abilities, isOpen, screen, subject, title } = await openControls(ctx, runId);
  if (!isOpen) fail('run.already_finished');
  if (!abilities.canCancel || !screen?.cancel) return fail('runs.not_cancellable');
  if (screen.cancel === true)
    await ctx.tx(async (tx) => {
      await cancelRun(tx, runId);
      await tx.audit('runs.cancelled', runId, { name: title });
    });
  else await screen.cancel(ctx, subject);
  return getRun(ctx, runId);
};
