import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../../kernel/runs/index.ts';
import { retryWithFiles } from '../../../runs/index.ts';
import { canContinue } from '../../policy.ts';
import { findAgentRun, getAgentRun } from './read-runs.ts';

/** Cancels a run with the runs of the agents that it handed work to. Throws `agents.run_not_found` and `run.already_finished`. */
export const cancelAgentRun = async (ctx: Ctx, runId: string): Promise<AgentRunDetails> => {
  await ctx.tx(async (tx) => {
    const { subjectId } = await findAgentRun(tx, runId);
    await cancelRun(tx, runId);
    await tx.audit('agents.run_cancelled', subjectId ?? runId, { runId });
  });
  return getAgentRun(ctx, runId);
};

/**
 * Continues a failed or cancelled run where it stopped, as a new run: nothing that is recorded happens again. Throws `agents.run_not_found`
 * and `run.not_retryable`.
 */
export const retryAgentRun = (ctx: Ctx, runId: string): Promise<{ runId: string }> =>
  ctx.tx(async (tx) => {
    const run = await findAgentRun(tx, runId);
    if (!canContinue(run)) fail('run.not_retryable');
    const newId = await retryWithFiles(tx, runId);
    await tx.audit('agents.run_retried', run.subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });
