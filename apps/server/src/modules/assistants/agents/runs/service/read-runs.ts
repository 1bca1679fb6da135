import type { AgentOutcome } from '@atelier/agents';
import type { AgentRunDetails } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx, Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { signalToken } from '../../../../../kernel/runs/requests/index.ts';
import {
  isTerminal,
  readJournal,
  runFamilies,
  type SubjectRun,
} from '../../../../../kernel/runs/view/index.ts';
import { type Download, openDownload, runFiles, toFileValue } from '../../../../content/files/index.ts';
import {
  findGroupFile,
  findGroupRun,
  findSubjectName,
  listGroupRuns,
  type RunGroup,
} from '../../../runs/index.ts';
import { agentEntity } from '../../agent-entity.ts';
import { agentRunKind } from '../../engine/agent-run-type.ts';
import { canContinue, canRunAgent, canWriteAgent } from '../../policy.ts';
import {
  allParts,
  presentCosts,
  presentRunLine,
  presentSteps,
  presentUsage,
  ShownParts,
  shownParts,
} from '../present-run.ts';
import { readSteps } from '../read-steps.ts';

type ListQuery = RequestOf<(typeof agentRuns.endpoints)['list']>['query'];

const runsOfAgents: RunGroup = {
  entity: agentEntity,
  kinds: [agentRunKind],
  parts: allParts,
  errors: { run: 'agents.run_not_found', file: 'agents.file_not_found' },
};

/** Lists the runs of the agents that the actor may see, newest first. */
export const listAgentRuns = (ctx: AnyCtx, query: ListQuery) => {
  const filter = {
    parts: shownParts,
    subjectId: query.agentId,
    status: query.status,
    having: { environment: query.environment },
  };
  return listGroupRuns(ctx, runsOfAgents, { ...query, filter }, presentRunLine);
};

/** Throws `agents.run_not_found` also when the actor may not see the run. */
export const findAgentRun = (tx: TxCtx, id: string): Promise<SubjectRun> =>
  findGroupRun(tx, runsOfAgents, id);

/** Opens a file that a run wrote. Throws `agents.run_not_found` and `agents.file_not_found`. */
export const downloadRunFile = async (
  ctx: Ctx,
  named: { runId: string; fileId: string },
): Promise<Download> => openDownload(ctx, await findGroupFile(ctx, runsOfAgents, named));

/** Presents the end of a run, as far as it has one. */
const presentEnd = (outcome: AgentOutcome | null) => ({
  output: outcome?.output ?? null,
  cutShortBy: outcome?.cutShortBy ?? null,
  isCutOff: outcome?.isCutOff ?? false,
});

/** Reads a run as its journal tells it. Throws `agents.run_not_found`. */
const readRun = async (ctx: Ctx, runId: string) => {
  const { run, entries, name, files, below } = await ctx.tx(async (tx) => {
    const found = await findAgentRun(tx, runId);
    const journal = await readJournal(tx.db, runId);
    const files = (await runFiles.list(tx, runId)).map(toFileValue);
    const hasChildren = journal.some(({ op }) => op === 'child');
    const below = hasChildren ? await runFamilies.listDescendants(tx.db, runId, undefined) : [];
    return { run: found, entries: journal, name: await findSubjectName(tx, found), files, below };
  });
  const input = ShownParts.parse(run.input);
  return { run, name, input, files, below, read: await readSteps(ctx, input, entries) };
};

const pieceLength = 64 * 1024;

/** Reads a piece of the result of a step as JSON text. Throws `agents.run_not_found`. */
export const readStepText = async (
  ctx: Ctx,
  runId: string,
  { at, from }: RequestOf<(typeof agentRuns.endpoints)['text']>['query'],
): Promise<{ text: string; next: number | null }> => {
  const { read } = await readRun(ctx, runId);
  const step = read.steps[at];
  const text = step?.type === 'TOOL' ? JSON.stringify(step.output) : '';
  const end = from + pieceLength;
  return { text: text.slice(from, end), next: end < text.length ? end : null };
};

/** Reads a run with all that happened in it. Throws `agents.run_not_found`. */
export const getAgentRun = async (ctx: Ctx, runId: string): Promise<AgentRunDetails> =>
  (await getCrewRun(ctx, runId)).run;

/** Reads a run with those who work in it; nobody does for the run of a single agent. Throws `agents.run_not_found`. */
export const getCrewRun = async (ctx: Ctx, runId: string) => {
  const all = await readRun(ctx, runId);
  // An ended run makes no calls any more, but those that it was making belong to what its members did.
  const steps = presentSteps(all, undefined);
  return { run: presentRun(ctx, all), members: all.read.members, below: all.below, steps };
};

const presentRun = (
  ctx: Ctx,
  { run, name, input, files, read, below }: Awaited<ReturnType<typeof readRun>>,
): AgentRunDetails => {
  const isEnded = isTerminal(run.status);
  const createSignalToken = (signal: string) =>
    signalToken(ctx.services.secrets, { tenantId: ctx.tenantId, runId: run.id, name: signal });
  return {
    ...presentRunLine(run, name),
    input: input.messages.at(-1)?.content ?? '',
    documents: input.documents.map((document) => document.name),
    steps: presentSteps(
      { read: isEnded ? { ...read, open: [] } : read, below },
      canWriteAgent(ctx) ? createSignalToken : undefined,
    ),
    files,
    usage: presentUsage(read),
    costs: presentCosts(read),
    ...presentEnd(read.outcome),
    abilities: {
      canCancel: canRunAgent(ctx) && !isEnded,
      canRetry: canWriteAgent(ctx) && canContinue(run),
    },
  };
};
