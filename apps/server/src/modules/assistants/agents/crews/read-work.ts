import type { AgentRunDetails, AgentRunStep } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { type CrewMember, type CrewWork, PlanStep } from '@atelier/contracts/assistants/agents/crew-shapes';
import { crewToolNames } from '@atelier/contracts/assistants/agents/crew-tools';
import { isObject } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { ChildRow } from '../../../../kernel/runs/view/index.ts';
import { noteRepository } from '../engine/crew/notes/repository.ts';
import { costBelow, costWithBelow } from '../runs/read-steps.ts';
import { getCrewRun } from '../runs/service/read-runs.ts';
import { getAgent } from '../service/reads.ts';

type ToolStep = Extract<AgentRunStep, { type: 'TOOL' }>;
type Named = { agentId: string; name: string | null };

const textIn = ({ input }: ToolStep, name: string): string => {
  const value = isObject(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
};

const plansIn = (calls: readonly ToolStep[]): PlanStep[][] =>
  calls.flatMap(({ tool, input, status }) => {
    if (tool !== crewToolNames.plan || status !== 'DONE' || !isObject(input)) return [];
    const steps = z
      .array(PlanStep.extend({ member: z.string().nullable().default(null) }))
      .safeParse(input['steps']);
    return steps.success ? [steps.data] : [];
  });

const tookMs = ({ startedAt, finishedAt }: ChildRow): number =>
  startedAt === null ? 0 : Math.max(0, (finishedAt ?? new Date()).getTime() - startedAt.getTime());

const toSubordinate = (
  { agentId, name }: Named,
  calls: readonly ToolStep[],
  runs: readonly ChildRow[],
): CrewMember => {
  const given = calls.filter(
    (call) =>
      (call.tool === crewToolNames.delegate || call.tool === crewToolNames.handOver) &&
      textIn(call, 'member') === name,
  );
  const worked = given.flatMap((call) => {
    const run = runs.find(({ id }) => id === call.childRunId);
    return run ? [{ call, run }] : [];
  });
  // Several tasks may be under way: those that are not over come first.
  const shown = worked.findLast(({ run }) => run.finishedAt === null) ?? worked.at(-1);
  // The runs below the run of a member belong to its work.
  const cost = worked.reduce((sum, { run }) => sum + costWithBelow(runs, run.id), 0);
  return {
    ...{ agentId, name, role: 'SUBORDINATE', state: shown?.run.status ?? 'IDLE' },
    task: shown ? textIn(shown.call, 'task').slice(0, 500) : '',
    ...{ tasks: worked.length, runId: shown?.run.id ?? null, credits: toCredits(cost) },
    workMs: worked.reduce((sum, { run }) => sum + tookMs(run), 0),
    hasTakenOver: worked.some(({ call }) => call.tool === crewToolNames.handOver),
  };
};

const toSupervisor = (named: Named, run: AgentRunDetails): CrewMember => {
  const { status, task, runId, credits, startedAt, endedAt } = run;
  const until = endedAt === null ? Date.now() : Date.parse(endedAt);
  return {
    ...{ ...named, role: 'SUPERVISOR', state: status, task, tasks: 1, runId, credits },
    workMs: startedAt === null ? 0 : Math.max(0, until - Date.parse(startedAt)),
    hasTakenOver: false,
  };
};

/** Finds who works in a run: as the run recorded it or, before it began, as the crew is now. */
const findMembers = async (
  ctx: Ctx,
  crewId: string,
  recorded: readonly Named[],
): Promise<readonly Named[]> => {
  if (recorded.length > 0) return recorded;
  const { agentIds, crew, links } = await getAgent(ctx, crewId);
  const first = crew?.supervisorId ?? '';
  const ordered = [...agentIds.filter((id) => id === first), ...agentIds.filter((id) => id !== first)];
  return ordered.map((agentId) => ({ agentId, name: links.find(({ id }) => id === agentId)?.name ?? null }));
};

/** Reads who does what in a run of a crew. Throws `agents.run_not_found` also for a run of a single agent. */
export const readWork = async (ctx: Ctx, runId: string): Promise<CrewWork> => {
  const { run, members: recorded, below, steps } = await getCrewRun(ctx, runId);
  const crewId = run.agentId;
  if (!crewId.startsWith('crw_')) fail('agents.run_not_found');
  const [supervisor, ...subordinates] = await findMembers(ctx, crewId, recorded);
  const notes = await ctx.tx(({ db }) => noteRepository.list(db, runId));
  const calls = steps.filter((step) => step.type === 'TOOL');
  const plans = plansIn(calls);
  return {
    ...{ runId, crewId, status: run.status },
    members: [
      ...(supervisor ? [toSupervisor(supervisor, run)] : []),
      ...subordinates.map((each) => toSubordinate(each, calls, below)),
    ],
    plan: plans.at(-1) ?? [],
    revisions: Math.max(0, plans.length - 1),
    notes: notes.map(({ at, author, text, writtenAt }) => ({
      ...{ at, author, text, writtenAt: writtenAt.toISOString() },
    })),
    credits: run.credits + toCredits(costBelow(below, runId)),
  };
};
