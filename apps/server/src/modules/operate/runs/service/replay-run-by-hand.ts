import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { replayRun } from '../../../../kernel/runs/view/index.ts';
import { openControls } from './open-controls.ts';

/**
 * Repeats a run from one of its steps, with its own or another input. Returns the id of the new run. Throws `run.not_found`,
 * `run.not_finished`, `runs.not_replayable` and `runs.input_refused`.
 */
export const replayRunByHand = async (
  ctx: Ctx,
  runId: string,
  { fromStep, input }: { fromStep: number; input?: unknown },
): Promise<{ runId: string }> => {
  const { abilities, isOpen, definition, title } = await openControls(ctx, runId);
  if (isOpen) fail('run.not_finished');
  if (!abilities.canReplay || !definition) return fail('runs.not_replayable');
  if (input !== undefined && !definition.input.safeParse(input).success) fail('runs.input_refused');
  return ctx.tx(async (tx) => {
    const next = await replayRun(tx, definition, { runId, fromStep, input });
    await tx.audit('runs.replayed', runId, { name: title, runId: next, fromStep });
    return { runId: next };
  });
};
