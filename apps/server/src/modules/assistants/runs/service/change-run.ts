import type { RunDetails } from '@atelier/contracts/assistants/runs/run-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../kernel/runs/index.ts';
import {
  isTerminal,
  knownRuns,
  replayRun,
  retryRun,
  runLists,
  viewRun,
} from '../../../../kernel/runs/view/index.ts';
import { getRun } from './read-run.ts';

/** Reads the actions that the actor may take on a run, and the parts of its definition that perform them. Throws `run.not_found`. */
export const openControls = (ctx: AnyCtx, runId: string) =>
  ctx.tx(async (tx) => {
    const { abilities, kind, title, status } = await getRun(tx, runId);
    const { subjectId, scopeId } = await viewRun(tx, runId);
    const definition = knownRuns(tx.services).newest(kind);
    return {
      abilities,
      kind,
      title,
      isOpen: !isTerminal(status),
      definition,
      screen: definition?.screen,
      subject: { subjectId: subjectId ?? '', scopeId: scopeId ?? '' },
    };
  });

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
