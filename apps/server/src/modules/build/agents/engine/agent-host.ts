import {
  type AgentHost,
  type ApprovalDecision,
  type ToolCall,
  type ToolOutcome,
  type TurnReply,
  type TurnRequest,
} from '@atelier/agents';
import type { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { askRecorded, resolveChatModel } from '../../../content/models/index.ts';
import { schemaCheck } from '../../tools/index.ts';
import type { AgentRunInput } from './agent-run-type.ts';
import { askForDecision } from './ask-for-decision.ts';
import { callTool } from './call-tool.ts';
import { agentFailures } from './failures.ts';
import { handOver, isRun } from './hand-over.ts';
import { entryNames } from './journal-names.ts';
import { liveRuns } from './live-runs.ts';
import { liveSources } from './live-sources.ts';
import { divideCalls, joinOutcomes, receiveResults } from './program-calls.ts';
import type { BoundTool } from './resolved-agent.ts';
import { numberSources, type SourcedOutcome } from './sources.ts';

export interface HostParts {
  run: RunContext;
  agentId: string;
  settings: AgentSettings;
  tools: readonly BoundTool[];
  /** Acts with the access of the agent's owner. */
  owner: Ctx;
  depth: number;
  /** The question to an app for which the agent works. */
  chat: AgentRunInput['chat'];
  asks: AgentRunInput['asks'];
  /** The member about whom the agent may remember something. */
  personId: string | null;
}

const ask = (
  { run, agentId, settings, chat }: HostParts,
  { turn, ...names }: { turn: number; reply: string; payment: string },
  request: TurnRequest,
): Promise<TurnReply> => {
  const { ctx, runId } = run;
  const live = ctx.use(liveRuns);
  const since = performance.now();
  return askRecorded<TurnReply>(run, {
    names,
    resolve: async () => {
      live.begin(runId, turn);
      const resolved = await resolveChatModel(ctx, settings.modelId);
      if (resolved.extractive) throw new RunFailure(agentFailures['agents.no_model']);
      return resolved;
    },
    request: { ...request, ...(settings.temperature === null ? {} : { temperature: settings.temperature }) },
    reference: `agent ${agentId}`,
    appId: chat?.appId,
    onPart: (part) => {
      if (part.type === 'text-delta') live.tell(runId, 'text', part.delta);
      if (part.type === 'reasoning-delta') live.tell(runId, 'thinking', part.delta);
    },
    record: ({ message, text, toolCalls, finish }, cost) => ({
      message,
      text,
      toolCalls: toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        name: toolName,
        input,
      })),
      finishReason: finish?.finishReason.unified ?? 'other',
      tokens: (finish?.usage.inputTokens.total ?? 0) + (finish?.usage.outputTokens.total ?? 0),
      cost,
      durationMs: Math.round(performance.now() - since),
    }),
  }).finally(() => live.end(runId));
};

const bindingOf = ({ tools }: HostParts, { tool }: ToolCall): BoundTool['binding'] => {
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
  const { run, owner, depth, agentId, personId } = parts;
  const memory =
    personId === null ? null : { agentId, personId, runId: run.runId, isForeign: hasForeignText };
  const repeat = calls.every(({ tool }) => tool.effect === 'READS') ? 'with-key' : 'never';
  const input = calls.map(({ tool, input: given }) => ({ tool: tool.name, input: given }));
  try {
    return (await run.outward(
      name,
      { repeat, input, retry: { attempts: 1 } },
      async ({ key, signal, spend }) => {
        const uses = calls.map((call, at) =>
          callTool(bindingOf(parts, call), {
            ...{ ctx: owner, input: call.input, key: `${key}.${at}`, signal, depth, spend, memory },
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

/** Surrounds the loop of an agent with a run: every call is an entry of its journal. */
export const agentHost = (parts: HostParts): AgentHost => {
  const { run } = parts;
  const names = entryNames();
  let before = 0;
  return {
    ask: (turn, request) =>
      ask(parts, { turn, reply: names.turn(turn), payment: names.payment(turn) }, request),
    async call(turn, calls, { hasForeignText }) {
      const [first] = calls;
      const name = names.calls(turn);
      const binding = first && bindingOf(parts, first);
      if (first && isRun(binding)) {
        const outcome = await handOver(parts, { name, binding }, first);
        return run.step(name, () => [outcome]) as Promise<ToolOutcome[]>;
      }
      const { own, handed } = divideCalls(calls);
      const outcomes = own.length === 0 ? [] : await makeCalls(parts, { name, before, hasForeignText }, own);
      const sources = outcomes.flatMap((outcome) => outcome.sources ?? []);
      before += sources.length;
      if (parts.chat?.queryId) run.ctx.use(liveSources).offer(parts.chat.queryId, sources);
      if (handed.length === 0) return outcomes;
      return joinOutcomes(calls, outcomes, await receiveResults(run, names.results(), handed));
    },
    async approve(turn, call) {
      const decision = await askForDecision(parts, call, {
        asked: names.asked(turn, call.id),
        mail: names.mail(turn, call.id),
        signal: names.signal(turn, call.id),
      });
      return run.step(names.decision(turn, call.id), () => decision) as Promise<ApprovalDecision>;
    },
    check: (schema, value) =>
      run.ctx.services.compute.run(
        schemaCheck,
        { schema, value },
        { tenantId: run.ctx.tenantId, signal: run.signal },
      ),
  };
};
