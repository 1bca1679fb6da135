import {
  type Agent,
  type AgentHost,
  type AgentOutcome,
  type AgentStep,
  type AgentUse,
  type ApprovalDecision,
  runAgent,
  type ToolCall,
  type ToolOutcome,
  type TurnReply,
} from '@atelier/agents';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { ChildRow, JournalEntry } from '../../../../kernel/runs/view/index.ts';
import { checkFit } from '../../flows/index.ts';
import { buildTask } from '../engine/agent-run-type.ts';
import {
  agentEntry,
  childEntryFor,
  entryNames,
  flowRunEntryFor,
  plainEntryFor,
} from '../engine/journal-names.ts';
import { divideCalls, joinOutcomes } from '../engine/program-calls.ts';
import type { SourcedOutcome } from '../engine/sources.ts';
import { type PreparedAgent, toAgent } from '../engine/to-agent.ts';

/** Thrown where the journal ends: the run goes on from there. */
class JournalEnds extends Error {}

/** A call that the run is making, or about which somebody has to decide. */
export interface OpenCall {
  turn: number;
  call: ToolCall;
  /** The name of the signal for which the run waits; null for a call that is under way. */
  signal: string | null;
}

/** Identifies a call within its run. */
const callKey = ({ turn, callId }: { turn: number; callId: string }): string => `${turn}/${callId}`;

/** The costs of a turn: the call of its model, and those of its tools. */
interface TurnCost {
  turn: number;
  tokens: number;
  cost: number;
  toolCost: number;
}

/** Calls that the program which asked the agent makes. */
export interface HandedCalls {
  turn: number;
  calls: readonly ToolCall[];
}

/** A run, as its journal describes it. */
export interface ReadRun {
  steps: AgentStep[];
  open: OpenCall[];
  /** Null while the run goes on, and for a run that failed in a call of the model. */
  outcome: AgentOutcome | null;
  use: AgentUse;
  /** The costs of each turn, in micro-credits. */
  costs: TurnCost[];
  /** The groups of calls that were handed to the program which asked, in their order. */
  handed: HandedCalls[];
  /** Null until the run has begun. */
  agent: Agent | null;
  /** The usage of the delegates of the run. */
  others: NonNullable<ToolOutcome['use']>[];
  /** Those who work in the crew that the run is of. */
  members: NonNullable<PreparedAgent['members']>;
  /** The runs of other agents, by the key of the call that started each. */
  children: Map<string, string>;
  /** The runs of flows, likewise. */
  flowRuns: Map<string, string>;
  /** The costs of the calls themselves, in micro-credits, by their keys. */
  spent: Map<string, number>;
}

const unknownOutcome = (): ToolOutcome => ({
  ...{ text: 'It is not known whether this call was made.', output: null, isFailed: true, durationMs: 0 },
});

/** Returns the runs that a run started, by the names of their entries. */
const childrenIn = (entries: readonly JournalEntry[]): Map<string, string> =>
  new Map(
    entries.flatMap(({ op, name, result }) =>
      op === 'child' && result !== null ? [[name, String(parseJson(result))] as const] : [],
    ),
  );

/** Notes the runs that the calls of a group started. */
const noteChildren = (
  read: ReadRun,
  childIds: ReadonlyMap<string, string>,
  { name, turn, calls }: { name: string; turn: number; calls: readonly ToolCall[] },
): void => {
  for (const [at, { id: callId }] of calls.entries()) {
    const key = callKey({ turn, callId });
    const childId = childIds.get(childEntryFor(name, at));
    if (childId !== undefined) read.children.set(key, childId);
    // The call of a flow is alone in its group, because it may change something.
    const flowRunId = childIds.get(flowRunEntryFor(name));
    if (flowRunId !== undefined) read.flowRuns.set(key, flowRunId);
  }
};

/** Notes what the calls of a group spent: each of them, and together in their turn. */
const noteCosts = (
  { costs, spent }: ReadRun,
  group: { turn: number; cost: number; calls: readonly ToolCall[]; outcomes: readonly SourcedOutcome[] },
): void => {
  const last = costs.at(-1);
  if (last) last.toolCost += group.cost;
  for (const [at, { id: callId }] of group.calls.entries())
    spent.set(callKey({ turn: group.turn, callId }), group.outcomes[at]?.cost ?? 0);
};

/** A host that returns what the journal has, and does nothing. */
const recordedHost = (ctx: Ctx, entries: readonly JournalEntry[], read: ReadRun): AgentHost => {
  const byName = new Map(
    entries.filter(({ op }) => op === 'step' || op === 'outward').map((entry) => [entry.name, entry]),
  );
  const childIds = childrenIn(entries);
  const names = entryNames();
  const readEntry = (name: string): unknown => {
    const { result } = byName.get(name) ?? {};
    if (typeof result !== 'string') throw new JournalEnds();
    return parseJson(result);
  };
  return {
    async ask(turn) {
      const { reply } = readEntry(names.turn(turn)) as { reply: TurnReply };
      const { use } = read;
      Object.assign(use, { turns: turn, tokens: use.tokens + reply.tokens, cost: use.cost + reply.cost });
      use.workMs += reply.durationMs;
      read.costs.push({ turn, tokens: reply.tokens, cost: reply.cost, toolCost: 0 });
      return reply;
    },
    async call(turn, calls) {
      const name = names.calls(turn);
      const { own, handed } = divideCalls(calls);
      noteChildren(read, childIds, { name, turn, calls: own });
      if (byName.get(name)?.cause) return calls.map(unknownOutcome);
      read.open = calls.map((call) => ({ turn, call, signal: null }));
      const outcomes = own.length === 0 ? [] : (readEntry(name) as SourcedOutcome[]);
      const cost = [name, plainEntryFor(name)].reduce((sum, each) => sum + (byName.get(each)?.cost ?? 0), 0);
      noteCosts(read, { turn, cost, calls: own, outcomes });
      if (handed.length > 0) {
        read.handed.push({ turn, calls: handed });
        read.open = handed.map((call) => ({ turn, call, signal: null }));
        outcomes.push(...(readEntry(names.results().entry) as ToolOutcome[]));
      }
      read.open = [];
      read.others.push(...outcomes.flatMap(({ use }) => use ?? []));
      return handed.length === 0
        ? outcomes
        : joinOutcomes(calls, outcomes.slice(0, own.length), outcomes.slice(own.length));
    },
    async approve(turn, call) {
      const isAsked = byName.has(names.asked(turn, call.id));
      read.open = isAsked ? [{ turn, call, signal: names.signal(turn, call.id) }] : [];
      const decision = readEntry(names.decision(turn, call.id)) as ApprovalDecision;
      read.open = [];
      return decision;
    },
    // Only replies that earlier versions stored are checked again: later ones were stored with what was found.
    check: (schema, value) => checkFit(ctx, { schema, value }),
  };
};

/**
 * Returns what happened in a run: its loop is run again over the recorded results, which does nothing and ends where the journal ends.
 */
export const readSteps = async (
  ctx: Ctx,
  input: Parameters<typeof buildTask>[0],
  entries: readonly JournalEntry[],
): Promise<ReadRun> => {
  const read: ReadRun = {
    ...{ steps: [], open: [], outcome: null, costs: [], others: [], members: [] },
    use: { turns: 0, tokens: 0, cost: 0, workMs: 0 },
    ...{ children: new Map(), flowRuns: new Map(), spent: new Map() },
    handed: [],
    agent: null,
  };
  const prepared = entries.find(({ name, op }) => name === agentEntry && op === 'step');
  if (typeof prepared?.result !== 'string') return read;
  const begun = parseJson(prepared.result) as unknown as PreparedAgent;
  const agent = toAgent(begun);
  read.agent = agent;
  read.members = begun.members ?? [];
  const host = recordedHost(ctx, entries, read);
  const onStep = (step: AgentStep) => void read.steps.push(step);
  try {
    read.outcome = await runAgent(agent, buildTask(input, begun), { host, onStep });
  } catch (error) {
    if (!(error instanceof JournalEnds)) throw error;
  }
  return read;
};

/** Returns what the runs below a run have spent, in micro-credits. */
export const costBelow = (below: readonly ChildRow[], id: string): number =>
  below
    .filter(({ parentId }) => parentId === id)
    .reduce((sum, { id: childId, cost }) => sum + cost + costBelow(below, childId), 0);

/** Returns what a run and all runs below it have spent, in micro-credits. */
export const costWithBelow = (below: readonly ChildRow[], id: string): number =>
  (below.find((run) => run.id === id)?.cost ?? 0) + costBelow(below, id);

/** The run that a call started, and what the call cost with all runs below it, in micro-credits. */
interface CallWork {
  childRunId: string | null;
  flowRunId: string | null;
  cost: number;
}

/** Returns what a call started and cost. */
export const workOfCall = (
  { spent, children, flowRuns }: Pick<ReadRun, 'spent' | 'children' | 'flowRuns'>,
  below: readonly ChildRow[],
  call: { turn: number; callId: string },
): CallWork => {
  const key = callKey(call);
  const [childRunId = null, flowRunId = null] = [children.get(key), flowRuns.get(key)];
  const started = childRunId ?? flowRunId;
  const cost = (spent.get(key) ?? 0) + (started === null ? 0 : costWithBelow(below, started));
  return { childRunId, flowRunId, cost };
};
