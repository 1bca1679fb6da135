import type { AgentRunDetails } from '@atelier/contracts/build/agents/agent-run-shapes';
import type { agentRuns } from '@atelier/contracts/build/agents/agent-runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { cancelRun } from '../../../../../kernel/runs/index.ts';
import { openSignalToken, sendSignal } from '../../../../../kernel/runs/requests/index.ts';
import { readJournal, retryRun } from '../../../../../kernel/runs/view/index.ts';
import { schemaCheck } from '../../../tools/index.ts';
import { approvalSignal } from '../../engine/journal-names.ts';
import { canContinue } from '../../policy.ts';
import { ShownParts } from '../present-run.ts';
import { type OpenCall, readSteps } from '../read-steps.ts';
import { findAgentRun, getAgentRun } from './read-runs.ts';

type Decided = RequestOf<(typeof agentRuns.endpoints)['decide']>['body'];

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
    const newId = await retryRun(tx, runId);
    await tx.audit('agents.run_retried', run.subjectId ?? runId, { runId, by: newId });
    return { runId: newId };
  });

/** Finds the call for whose decision a run waits under this signal. Throws `agents.nothing_waits`. */
const findWaiting = async (ctx: Ctx, runId: string, signal: string): Promise<OpenCall> => {
  const { input, entries } = await ctx.tx(async (tx) => ({
    input: (await findAgentRun(tx, runId)).input,
    entries: await readJournal(tx.db, runId),
  }));
  const { open } = await readSteps(ctx, ShownParts.parse(input), entries);
  return open.find((each) => each.signal === signal) ?? fail('agents.nothing_waits');
};

/** Throws `agents.arguments_not_fitting`. */
const checkArguments = async (ctx: Ctx, { call }: OpenCall, input: unknown): Promise<void> => {
  const check = { schema: call.tool.inputSchema, value: input };
  const problems = await ctx.services.compute.run(schemaCheck, check, { tenantId: ctx.tenantId });
  if (problems.length > 0) fail('agents.arguments_not_fitting', { problems });
};

const decisionOf = ({ decision, input = {}, reason }: Decided) => {
  if (decision === 'APPROVED') return { kind: decision };
  return decision === 'EDITED' ? { kind: decision, input } : { kind: decision, reason };
};

/**
 * Decides about a call that a run waits with. The first decision counts. Throws `agents.nothing_waits` and
 * `agents.arguments_not_fitting`.
 */
export const decide = async (ctx: Ctx, token: string, decided: Decided): Promise<AgentRunDetails> => {
  const address = openSignalToken(ctx.services.secrets, token);
  if (!address?.name.startsWith(approvalSignal) || address.tenantId !== ctx.tenantId)
    return fail('agents.nothing_waits');
  const { runId, name } = address;
  const waiting = await findWaiting(ctx, runId, name);
  if (decided.decision === 'EDITED') await checkArguments(ctx, waiting, decided.input ?? {});
  await ctx.tx(async (tx) => {
    const { subjectId } = await findAgentRun(tx, runId);
    const isFirst = await sendSignal(tx, {
      runId,
      name,
      payload: decisionOf(decided),
      id: `${runId} ${name}`,
    });
    if (!isFirst) fail('agents.nothing_waits');
    const details = { runId, tool: waiting.call.tool.name, decision: decided.decision };
    await tx.audit('agents.call_decided', subjectId ?? runId, details);
  });
  return getAgentRun(ctx, runId);
};
