import type {
  AgentBudget,
  AgentHost,
  ApprovalDecision,
  ToolCall,
  ToolOutcome,
  TurnReply,
  TurnRequest,
} from '@atelier/agents';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { askRecorded } from '../../../content/models/index.ts';
import { checkFit } from '../../flows/index.ts';
import { noteRefusals } from '../../tools/index.ts';
import { personOfRun } from '../memory/person.ts';
import type { AgentRunInput } from './agent-run-type.ts';
import { askForDecision } from './ask-for-decision.ts';
import type { BoundTool, CrewBinding } from './bound-tool.ts';
import { callTool } from './call-tool.ts';
import { callCrew } from './crew/crew-tools.ts';
import { computeShare } from './crew/shares.ts';
import { agentFailures } from './failures.ts';
import { handOver, isRun, type RunBinding } from './hand-over.ts';
import { entryNames, plainEntryFor } from './journal-names.ts';
import { liveRuns } from './live-runs.ts';
import { divideCalls, joinOutcomes, receiveResults } from './program-calls.ts';
import { Rehearsal } from './rehearsal.ts';
import {
  liveSources,
  numberSources,
  type Source,
  type SourcedOutcome,
  sourcesInOrder,
  type Unnumbered,
} from './sources.ts';
import type { PreparedAgent } from './to-agent.ts';
import { shareWriting } from './written-elsewhere.ts';

export interface HostParts {
  run: RunContext;
  agentId: string;
  prepared: PreparedAgent;
  input: AgentRunInput;
  /** Acts with the access of the agent's owner. */
  owner: Ctx;
  /** Gets what the calls find, in the order of the numbers. */
  sources: Source[];
}

const ask = (
  { run, agentId, prepared: { settings, tools: bound }, input: { chat } }: HostParts,
  { turn, ...names }: { turn: number; reply: string; payment: string },
  { request, check }: { request: TurnRequest; check: Parameters<AgentHost['ask']>[2] },
): Promise<TurnReply> => {
  const { ctx, runId } = run;
  const live = ctx.use(liveRuns);
  const since = performance.now();
  const shared = { runId, attempt: crypto.randomUUID(), find: () => live.find(runId) };
  const stopSharing = shareWriting(ctx, shared);
  return askRecorded<TurnReply>(run, {
    names,
    modelId: settings.modelId,
    onBegin: () => live.begin(runId, turn),
    check: ({ extractive }) => {
      if (extractive) throw new RunFailure(agentFailures['agents.no_model']);
    },
    request: { ...request, ...(settings.temperature === null ? {} : { temperature: settings.temperature }) },
    reference: `agent ${agentId}`,
    appId: chat?.appId,
    onPart: (part) => {
      if (part.type === 'text-delta') live.tell(runId, 'text', part.delta);
      if (part.type === 'reasoning-delta') live.tell(runId, 'thinking', part.delta);
    },
    record: async ({ message, text, toolCalls: called, finish, leftOut, formatRefusal }, cost, provider) => {
      const offered = new Set(request.tools?.map(({ name }) => name));
      const tools = bound.filter(({ name }) => offered.has(name));
      await noteRefusals(ctx, { provider, offered: tools, refused: leftOut });
      const durationMs = Math.round(performance.now() - since);
      const toolCalls = called.map(({ toolCallId: id, toolName: name, input }) => ({ id, name, input }));
      const tokens = (finish?.usage.inputTokens.total ?? 0) + (finish?.usage.outputTokens.total ?? 0);
      const finishReason = finish?.finishReason.unified ?? 'other';
      const made = { message, text, toolCalls, finishReason, tokens, cost, durationMs };
      return {
        ...made,
        ...(leftOut.length > 0 && { leftOut }),
        ...(formatRefusal !== undefined && { formatRefusal }),
        check: await check(made),
      };
    },
  }).finally(() => {
    live.end(runId);
    stopSharing();
  });
};

const bindingFor = ({ prepared: { tools } }: HostParts, { tool }: ToolCall): BoundTool['binding'] => {
  const found = tools.find(({ name }) => name === tool.name);
  if (!found) throw new Error(`The tool ${tool.name} is not bound.`);
  return found.binding;
};

/** A call whose fate nobody knows, because the server stopped in the middle, is not made again. */
const unknownOutcome: ToolOutcome = {
  text: 'The server stopped during this call, so nobody knows whether it was made. Find out before you make it again.',
  output: null,
  isFailed: true,
  durationMs: 0,
};

const makeCalls = async (
  parts: HostParts,
  { name, before, hasForeignText }: { name: string; before: number; hasForeignText: boolean },
  calls: readonly ToolCall[],
): Promise<SourcedOutcome[]> => {
  const { run, owner, agentId, prepared } = parts;
  const { depth, personId } = parts.input;
  const person = personOfRun(parts.input);
  const memory = person && { agentId, person, runId: run.runId, isForeign: hasForeignText };
  const repeat = calls.every(({ tool }) => tool.effect === 'READS') ? 'with-key' : 'never';
  const input = calls.map(({ tool, input: given }) => ({ tool: tool.name, input: given }));
  try {
    return (await run.outward(
      name,
      { repeat, input, retry: { attempts: 1 } },
      async ({ key, signal, spend, charges }) => {
        const folder = { runId: prepared.team?.runId ?? run.runId, callerId: run.runId, scopeId: agentId };
        const uses = calls.map((call, at) =>
          callTool(bindingFor(parts, call), {
            ...{
              ctx: owner.within({ charges: charges(at) }),
              name: call.tool.name,
              input: call.input,
              key: `${key}.${at}`,
              signal,
            },
            ...{ depth, spend, memory, personId, runId: run.runId, folder },
            isRehearsal: parts.input.isRehearsal === true,
          }),
        );
        return numberSources(await Promise.all(uses), before);
      },
    )) as SourcedOutcome[];
  } catch (error) {
    if (error instanceof RunFailure && error.reason.code === 'runs.outcome_unknown')
      return calls.map(() => unknownOutcome);
    throw error;
  }
};

/** True for what a tool carries out, in contrast to other runs and to the crew. */
const isTool = (binding: BoundTool['binding']): boolean => !isRun(binding) && binding.kind !== 'CREW';

type Group = { name: string; before: number; left: AgentBudget; hasForeignText: boolean };

/** Hands on the calls of a group that other runs carry out, all at the same time. Returns their outcomes by their places in the group. */
const handOn = async (
  { run, input, prepared: { members, team } }: HostParts,
  { name, left }: Group,
  works: readonly { at: number; call: ToolCall; binding: RunBinding }[],
): Promise<[number, Unnumbered][]> => {
  const isBounded = members !== undefined || input.share !== undefined;
  const share = isBounded ? computeShare(left, works.length) : undefined;
  const handing = { run, input, team, share, isBounded };
  return Promise.all(
    works.map(
      async ({ at, call, binding }): Promise<[number, Unnumbered]> => [
        at,
        await handOver(handing, { name, at, binding }, call),
      ],
    ),
  );
};

const callShared = (
  { run, prepared: { team } }: HostParts,
  name: string,
  { call, does }: { call: ToolCall; does: CrewBinding['does'] },
): Promise<SourcedOutcome> => {
  if (!team) throw new Error('Only agents of a crew have its tools.');
  const { author } = team;
  return callCrew(run, { team, author, name }, { does, input: call.input });
};

/** Makes calls of which some are no calls of tools: first the tools, then what the crew shares, then the work for others. */
const makeMixed = async (
  parts: HostParts,
  group: Group,
  calls: readonly ToolCall[],
): Promise<SourcedOutcome[]> => {
  const { name, before, hasForeignText } = group;
  const placed = calls.map((call, at) => ({ at, call, binding: bindingFor(parts, call) }));
  const outcomes = new Map<number, SourcedOutcome>();
  const plain = placed.filter(({ binding }) => isTool(binding));
  if (plain.length > 0) {
    const made = await makeCalls(
      parts,
      { name: plainEntryFor(name), before, hasForeignText },
      plain.map(({ call }) => call),
    );
    for (const [nth, { at }] of plain.entries()) outcomes.set(at, made[nth] as SourcedOutcome);
  }
  for (const { at, call, binding } of placed)
    if (binding.kind === 'CREW')
      outcomes.set(at, await callShared(parts, `${name}.${at}`, { call, does: binding.does }));
  const works = placed.flatMap(({ binding, ...work }) => (isRun(binding) ? [{ ...work, binding }] : []));
  if (works.length > 0) {
    const done = await handOn(parts, group, works);
    const numbered = numberSources(
      done.map(([, outcome]) => outcome),
      before + sourcesInOrder([...outcomes.values()]).length,
    );
    for (const [nth, [at]] of done.entries()) outcomes.set(at, numbered[nth] as SourcedOutcome);
  }
  return parts.run.step(name, () => calls.map((_call, at) => outcomes.get(at))) as Promise<SourcedOutcome[]>;
};

/** Surrounds the loop of an agent with a run: every call is an entry of its journal. */
export const agentHost = (parts: HostParts): AgentHost => {
  const { run, agentId } = parts;
  const { chat, asks, given, isRehearsal } = parts.input;
  const rehearsal = isRehearsal ? new Rehearsal() : undefined;
  const asking = { run, agentId, asks };
  const names = entryNames();
  let before = given?.length ?? 0;
  const callOwn = (group: Group, calls: readonly ToolCall[]): Promise<SourcedOutcome[]> => {
    // Such calls come alone, because they change something or were decided about.
    const noted = calls.flatMap((call) => rehearsal?.findNotedOutcome(call, bindingFor(parts, call)) ?? []);
    if (noted.length > 0) return run.step(group.name, () => noted) as Promise<SourcedOutcome[]>;
    return calls.every((call) => isTool(bindingFor(parts, call)))
      ? makeCalls(parts, group, calls)
      : makeMixed(parts, group, calls);
  };
  return {
    ask: (turn, request, check) =>
      ask(parts, { turn, reply: names.turn(turn), payment: names.payment(turn) }, { request, check }),
    async call(turn, calls, { left, hasForeignText }) {
      const name = names.calls(turn);
      const { own, handed } = divideCalls(calls);
      const outcomes = own.length === 0 ? [] : await callOwn({ name, before, left, hasForeignText }, own);
      const sources = sourcesInOrder(outcomes);
      before += sources.length;
      parts.sources.push(...sources);
      if (chat?.queryId) run.ctx.use(liveSources).find(chat.queryId)?.(sources);
      if (handed.length === 0) return outcomes;
      return joinOutcomes(calls, outcomes, await receiveResults(run, names.results(), handed));
    },
    async approve(turn, call) {
      if (rehearsal) {
        const allowed = rehearsal.approve(call);
        return run.step(names.decision(turn, call.id), () => allowed) as Promise<ApprovalDecision>;
      }
      const decision = await askForDecision(asking, call, {
        asked: names.asked(turn, call.id),
        mail: names.mail(turn, call.id),
        signal: names.signal(turn, call.id),
      });
      return run.step(names.decision(turn, call.id), () => decision) as Promise<ApprovalDecision>;
    },
    check: (schema, value) => checkFit(run.ctx, { schema, value }, run.signal),
  };
};
