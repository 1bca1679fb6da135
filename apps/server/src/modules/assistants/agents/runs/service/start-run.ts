import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { awaitRun, failureOfRun, startHere } from '../../../../../kernel/runs/requests/index.ts';
import { versionedAgents } from '../../agent-drafts.ts';
import { type AgentRunInput, agentRunKind, agentRunType } from '../../engine/agent-run-type.ts';
import { canWriteAgent } from '../../policy.ts';
import { getAgentRun } from './read-runs.ts';

type Task = RequestOf<(typeof agentRuns.endpoints)['start']>['body'];

/** The time for which a request waits for the answer of an agent. */
const patienceMs = 120_000;

/** Returns the version and settings with which a run begins. Throws `agents.not_found`, `agents.not_published` and `agents.inactive`. */
const choose = (
  ctx: Ctx,
  { agentId, environment }: Task,
): Promise<Pick<AgentRunInput, 'versionId' | 'settings'>> =>
  ctx.tx(async (tx) => {
    const agent = await versionedAgents.find(tx, agentId);
    await tx.audit(environment === 'TESTING' ? 'agents.tested' : 'agents.started', agentId);
    if (environment === 'TESTING') {
      if (!canWriteAgent(tx)) fail('agents.not_found');
      const { row } = await versionedAgents.findVersion(tx, agentId, agent.newestVersionId);
      return { versionId: row.id, settings: row.settings };
    }
    if (!agent.active) fail('agents.inactive');
    return { versionId: agent.publishedVersionId ?? fail('agents.not_published') };
  });

/** Starts a run of an agent, in this process when it has room. Returns its id. Throws what `choose` throws. */
export const startAgentRun = async (ctx: Ctx, task: Task): Promise<string> => {
  const { agentId, environment, input, documents } = task;
  const chosen = await choose(ctx, task);
  const given: AgentRunInput = {
    asks: { userId: findUserId(ctx), byMail: environment === 'PRODUCTION' },
    ...{ agentId, environment, ...chosen, documents, hasForeignText: documents.length > 0, depth: 0 },
    personId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    messages: [{ role: 'user', content: input }],
  };
  const runId = await startHere(ctx, agentRunType, { input: given, subjectId: agentId, scopeId: agentId });
  return runId ?? fail('server.internal');
};

/**
 * Runs an agent and waits for its answer. Throws what `startAgentRun` throws, `agents.run_failed`, and `agents.still_running`, for
 * example while somebody has to decide.
 */
export const executeAgent = async (
  ctx: Ctx,
  task: Task,
  caller: AbortSignal,
): Promise<Pick<AgentRunDetails, 'runId' | 'output' | 'steps' | 'usage'>> => {
  const runId = await startAgentRun(ctx, task);
  const signal = AbortSignal.any([caller, AbortSignal.timeout(patienceMs)]);
  const run = await awaitRun(ctx, { runId, kind: agentRunKind }, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return fail('agents.still_running', { runId });
  });
  const { status, cause, output, steps, usage } = await getAgentRun(ctx, runId);
  if (status === 'COMPLETED') return { runId, output, steps, usage };
  const message = cause?.message;
  const failure = new AppError(
    'agents.run_failed',
    { runId, cause },
    message === undefined ? {} : { message },
  );
  throw failureOfRun(run?.cause ?? null, failure);
};
