import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { retryRun, runLists } from '../../../../kernel/runs/view/index.ts';
import { openControls } from './open-controls.ts';

/**
 * Continues a failed or cancelled run in the way that the module of its subject defines. Returns the id of the new run. Throws
 * `run.not_found`, `runs.not_retryable`, and what that module throws.
 */
export const retryRunByHand = async (ctx: Ctx, runId: string): Promise<{ runId: string }> => {
  const { abilities, screen, subject, title, kind } = await openControls(ctx, runId);
  if (!abilities.canRetry || !screen?.retry) return fail('runs.not_retryable');
  if (screen.retry === true)
    return ctx.tx(async (tx) => {
      const next = await retryRun(tx, runId);
      await tx.audit('runs.retried', runId, { name: title, runId: next });
      return { runId: next };
    });
  await screen.retry(ctx, subject);
  const next = await ctx.tx((tx) => runLists.findNewestLike(tx.db, kind, subject.subjectId));
  return { runId: next ?? fail('run.not_found') };
};
