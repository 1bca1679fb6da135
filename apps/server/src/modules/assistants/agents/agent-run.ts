import { type AgentFailure, type AgentHost, runAgent } from '@atelier/agents';
import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { behindOthers } from '@atelier/contracts/kernel/run-parts';
import { entitiesAsSubjects } from '../../../kernel/entities/entity-kind.ts';
import { defineRun, type RunCause, type RunContext, RunFailure } from '../../../kernel/runs/index.ts';
import { isTaskBlocked } from '../guardrails/index.ts';
import { orderLeaving } from '../tools/index.ts';
import { asOwner } from './agent-drafts.ts';
import { citedPart } from './answering/answer-text.ts';
import { addToLeftAnswer } from './answering/left-answer.ts';
import { agentHost } from './engine/agent-host.ts';
import { type AgentRunInput, agentRunType, buildTask, isCited } from './engine/agent-run-type.ts';
import { join, lead } from './engine/crew/crew-tools.ts';
import { withinShare } from './engine/crew/shares.ts';
import { agentFailures, blockedTask, repliesToRepeat } from './engine/failures.ts';
import { agentEntry, entryNames } from './engine/journal-names.ts';
import { resolveTools } from './engine/resolved-agent.ts';
import { citingRule, type Source } from './engine/sources.ts';
import { type PreparedAgent, toAgent } from './engine/to-agent.ts';
import { memoryRepository } from './memory/memory-repository.ts';
import { memoryText, memoryTools } from './memory/memory-tools.ts';
import { type Person, personOfRun } from './memory/person.ts';
import { agentRepository, versionRepository } from './repository.ts';
import type { AgentMemoryRow } from './tables.ts';

/** Finds the settings of a run: those of a test, those of a version, or, without one, of the published version. */
const findSettings = (
  run: RunContext,
  { agentId, versionId, settings, standIn }: AgentRunInput,
): Promise<AgentSettings> => {
  const given = settings ?? (standIn?.agentId === agentId ? standIn.settings : undefined);
  if (given) return Promise.resolve(given);
  return run.ctx.tx(async (tx) => {
    const agent = await agentRepository.find(tx.db, agentId);
    const id = versionId === '' ? agent?.publishedVersionId : versionId;
    const version = id && agent?.active ? await versionRepository.find(tx.db, agentId, id) : undefined;
    if (!version) throw new RunFailure(agentFailures['agents.not_available']);
    return AgentSettings.parse(version.row.settings);
  });
};

/** Reads what the agent remembers about the person, for as long as their account exists. */
const recall = (
  { ctx }: RunContext,
  { agentId, person }: { agentId: string; person: Person },
): Promise<AgentMemoryRow[]> => ctx.tx(({ db }) => memoryRepository.listNewest(db, person, agentId));

/** Whoever hands a task over may ask for another form of the answer. */
const withForm = (settings: AgentSettings, { outputSchema }: AgentRunInput): AgentSettings =>
  outputSchema ? { ...settings, outputSchema } : settings;

/** The tools whose results name their sources. */
const citable: ReadonlySet<string> = new Set(['KNOWLEDGE', 'APP', 'AGENT', 'FLOW']);

/** A supervisor cites what the members of the crew found. */
const withRule = (settings: AgentSettings, input: AgentRunInput): AgentSettings =>
  isCited(input) && !settings.instructions.includes(citingRule)
    ? { ...settings, instructions: `${settings.instructions}\n\n${citingRule}` }
    : settings;

/** Prepares an agent by itself, without the crew that it leads or works for. */
const prepareOwn = async (
  run: RunContext,
  agentId: string,
  settings: AgentSettings,
  input: AgentRunInput,
): Promise<PreparedAgent> => {
  const owner = await asOwner(run.ctx, agentId);
  const person = personOfRun(input);
  const tools = await owner.tx((tx) => resolveTools(tx, settings, input.program));
  const cites = isCited(input) && tools.some(({ binding }) => citable.has(binding.kind));
  const facts = settings.memory && person ? await recall(run, { agentId, person }) : undefined;
  const parts = [
    settings.instructions,
    ...(facts ? [memoryText(facts, settings.contextTokens)] : []),
    ...(cites ? [citingRule] : []),
  ];
  return {
    settings: { ...settings, instructions: parts.join('\n\n') },
    tools: facts ? [...tools, ...memoryTools(tools)] : tools,
    ...(input.program?.mustCall && { mustCall: input.program.mustCall }),
    remembersForeign: facts?.some(({ isForeign }) => isForeign) ?? false,
  };
};

const findAgentName = (run: RunContext, agentId: string): Promise<string> =>
  run.ctx.tx(async ({ db }) => (await agentRepository.find(db, agentId))?.name ?? '');

/** Prepares the supervisor of a crew, with the agents that can take work. */
const prepareCrew = async (
  run: RunContext,
  { crew, agentIds, instructions, budget, outputSchema, guardRail }: AgentSettings,
  input: AgentRunInput,
): Promise<PreparedAgent> => {
  const supervisorId = crew?.supervisorId ?? '';
  const rows = await run.ctx.tx(({ db }) => agentRepository.listByIds(db, agentIds, undefined));
  const ready = rows.filter(({ active, publishedVersionId }) => active && publishedVersionId !== null);
  const supervisor = ready.find(({ id }) => id === supervisorId);
  const members = agentIds
    .flatMap((id) => ready.filter((row) => row.id === id && id !== supervisorId))
    .map(({ id, name, description }) => ({ agentId: id, name, description }));
  if (!supervisor || members.length === 0) throw new RunFailure(agentFailures['agents.no_supervisor']);
  const given = await findSettings(run, {
    ...input,
    agentId: supervisorId,
    versionId: '',
    settings: undefined,
  });
  // The memory of an agent about people is its own, and not that of a crew.
  const own = await prepareOwn(run, supervisorId, { ...given, memory: false }, input);
  const led = lead(own, { instructions, members });
  return {
    ...{ ...led, settings: { ...withRule(led.settings, input), crew, budget, outputSchema, guardRail } },
    actsAs: supervisorId,
    members: [supervisor, ...members].map((each) => ({
      agentId: 'id' in each ? each.id : each.agentId,
      name: each.name,
    })),
    team: { runId: run.runId, instructions, author: supervisor.name },
  };
};

const prepare = async (run: RunContext, input: AgentRunInput): Promise<PreparedAgent> => {
  const settings = withForm(await findSettings(run, input), input);
  if (settings.crew !== null) return withinShare(await prepareCrew(run, settings, input), input.share);
  const { agentId, team } = input;
  const own = await prepareOwn(run, agentId, settings, input);
  if (!team) return withinShare(own, input.share);
  const joined = join(own, team);
  const author = await findAgentName(run, agentId);
  return withinShare({ ...joined, team: { ...team, author } }, input.share);
};

/** Fails a run whose task the guardrails of the agent block, before the task reaches its model. */
const guard = async (run: RunContext, { settings }: PreparedAgent, input: AgentRunInput): Promise<void> => {
  // Runs that older servers recorded have no guardrails.
  const rails: AgentSettings['guardRail'] | undefined = settings.guardRail;
  if (!rails?.enabled) return;
  const order = {
    rails,
    task: input.messages.at(-1)?.content ?? '',
    modelId: settings.modelId,
    reference: `agent ${input.agentId}`,
  };
  if (await isTaskBlocked(run, order))
    throw new RunFailure({ code: blockedTask, message: rails.blockedMessage });
};

/** The cause of a run that ended without an answer. A retry asks the model again for the reply that was the reason. */
const toRunCause = ({ runId }: RunContext, failure: AgentFailure, turn: number): RunCause => ({
  ...agentFailures[failure],
  ...(repliesToRepeat.has(failure) && { repeats: { runId, step: entryNames().turn(turn) } }),
});

/** Returns the same run, which shows that it waits behind others while one of its computations does. */
const showingWaits = (run: RunContext): RunContext => ({
  ...run,
  ctx: run.ctx.within({
    onWaits: (waits) => void run.progress(0, waits ? behindOthers : 'Running').catch(() => undefined),
  }),
});

export const agentRun = defineRun({
  ...agentRunType,
  screen: { subjects: entitiesAsSubjects, cancel: true, retry: true },
  // Calls of models and tools are exported where they are made.
  trace: { operation: 'invoke_agent', steps: false },
  run: async (given, input) => {
    const run = showingWaits(given);
    if (run.ctx.services.telemetry.isOn) run.nameTrace(await findAgentName(run, input.agentId));
    const prepared = (await run.step(agentEntry, () => prepare(run, input))) as unknown as PreparedAgent;
    const { agentId } = input;
    await guard(run, prepared, input);
    const owner = await asOwner(run.ctx, prepared.actsAs ?? agentId);
    const sources: Source[] = [...(input.given ?? [])];
    const host = agentHost({ run, agentId, prepared, input, owner, sources });
    const onStep = () => undefined;
    let lastTurn = 0;
    const counting: AgentHost = {
      ...host,
      ask: (turn, ...asked) => {
        lastTurn = turn;
        return host.ask(turn, ...asked);
      },
    };
    const outcome = await runAgent(toAgent(prepared), buildTask(input, prepared), { host: counting, onStep });
    if (prepared.tools.some(({ binding }) => binding.kind === 'MCP'))
      await run.ctx.tx((tx) => orderLeaving(tx, run.runId, 'SOON'));
    await addToLeftAnswer(run, input, outcome);
    const { failure, text, output, cutShortBy, isCutOff, use } = outcome;
    if (failure !== null) throw new RunFailure(toRunCause(run, failure, lastTurn));
    const isPart = input.cites === true && typeof output === 'string';
    const answer = isPart ? citedPart(text, sources) : { text, output };
    return { runId: run.runId, ...answer, cutShortBy, isCutOff, use };
  },
});
