import { checkSchema } from '@atelier/agents/schema';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError } from '@atelier/pieces';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { awaitRun, startHere, stopRun } from '../../../../kernel/runs/requests/index.ts';
import { runFamilies } from '../../../../kernel/runs/view/index.ts';
import type { TaskTaker } from '../../flows/declarations.ts';
import { readAnswer } from '../answering/read-answer.ts';
import { AgentRunInput, type AgentRunOutput, agentRunKind, agentRunType } from '../engine/agent-run-type.ts';
import type { Source } from '../engine/sources.ts';
import { findAgentForPrograms, listAgentsForPrograms } from '../programs/find-agent.ts';
import { findUndecided } from '../runs/present-run.ts';
import { leadsToFlow } from '../service/find-circle.ts';

const noTaker = (kind: TaskTaker['kind']): never => {
  throw new PieceError(
    'pieces.not_found',
    `The ${kind === 'CREW' ? 'crew' : 'agent'} does not exist, is switched off or not published, or the owner of the flow may not use it. Please choose another one.`,
  );
};

const checkForm = (schema: Parameters<typeof checkSchema>[0]): void => {
  const [problem] = checkSchema(schema);
  if (problem !== undefined)
    throw new PieceError('pieces.invalid_input', `The form of the answer cannot be used. ${problem}`);
};

/** Makes the value of a step. */
const toResultValue = async (
  ctx: Ctx,
  {
    runId,
    text,
    output,
    sources = [],
  }: Pick<AgentRunOutput, 'runId' | 'text' | 'output'> & { sources?: Source[] },
): Promise<JsonValue> => {
  const cost = await ctx.tx(({ db }) => runFamilies.costOfFamily(db, runId));
  // Those of a part of the work on an answer are all citations.
  const citations = sources.flatMap((source) => (source.kind === 'CITATION' ? [source.citation] : []));
  const cited = citations.length > 0 && { citations: citations as unknown as JsonValue };
  return { text, output, credits: toCredits(cost), runId, ...cited };
};

/** Waits for a run that nothing else waits for. It is stopped when it needs a person, because a test has nobody to wait for. */
const tryOut = async (ctx: Ctx, prepared: JsonValue, signal: AbortSignal): Promise<JsonValue> => {
  const input = AgentRunInput.parse(prepared);
  const { agentId } = input;
  const runId = await startHere(ctx, agentRunType, { input, subjectId: agentId, scopeId: agentId });
  if (runId === null) return noTaker('AGENT');
  const awaited = { runId, kind: agentRunKind };
  let undecided: { title: string } | undefined;
  const isEnough = async ({ status }: { status: string }) => {
    if (status === 'WAITING') [undecided] = await findUndecided(ctx, runId);
    return undecided !== undefined;
  };
  const run = await awaitRun(ctx, awaited, { signal, isEnough }).catch(async (error: unknown) => {
    await stopRun(ctx, awaited);
    throw error;
  });
  if (undecided) {
    await stopRun(ctx, awaited);
    throw new PieceError(
      'pieces.refused',
      `The agent asks whether it may use “${undecided.title}”. A test of one step does not wait for the decision; please test the whole flow, which does.`,
    );
  }
  const { outcome } = await readAnswer(ctx, runId, input);
  if (run?.status !== 'COMPLETED' || !outcome)
    throw new PieceError('pieces.refused', run?.cause?.message ?? 'The agent was stopped. Please try again.');
  return toResultValue(ctx, { runId, text: outcome.text, output: outcome.output });
};

const createTaskHandler = (kind: TaskTaker['kind']): TaskTaker => ({
  kind,

  list: async (ctx) =>
    (await listAgentsForPrograms(ctx, kind === 'CREW')).map(({ agentId, name }) => ({
      value: agentId,
      label: name,
    })),

  async prepare(owner, { id, task, schema, depth, appId, cites, userId }) {
    const agent = (await findAgentForPrograms(owner, id)) ?? noTaker(kind);
    if (schema) checkForm(schema);
    const input: AgentRunInput = {
      ...{ agentId: agent.agentId, versionId: agent.versionId, environment: 'PRODUCTION', depth },
      messages: [{ role: 'user', content: task }],
      documents: [],
      // Input of triggers and other steps is written by others.
      hasForeignText: true,
      asks: { userId, byMail: true },
      personId: null,
      ...(appId === undefined ? {} : { chat: { appId, queryId: null } }),
      ...(schema ? { outputSchema: schema } : cites && { cites }),
    };
    return input as unknown as JsonValue;
  },

  async hand(run: RunContext, name, prepared) {
    const input = AgentRunInput.parse(prepared);
    const subject = { subjectId: input.agentId, scopeId: input.agentId };
    return toResultValue(run.ctx, await run.child(name, agentRunType, input, subject));
  },

  try: tryOut,
  leadsToFlow,
});

/** Lets steps of flows hand tasks to agents. */
export const agentTaker = createTaskHandler('AGENT');

/** Lets steps of flows hand tasks to crews. */
export const crewTaker = createTaskHandler('CREW');
