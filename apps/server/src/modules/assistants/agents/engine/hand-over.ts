import type { AgentBudget, AgentUse, ToolCall, ToolOutcome, TurnReply } from '@atelier/agents';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { type JournalEntry, readJournal } from '../../../../kernel/runs/view/index.ts';
import { type FlowRunOutput, flowRunType, prepareFlowCall } from '../../flows/index.ts';
import { textOfOutput } from '../../tools/index.ts';
import { type AgentRunInput, type AgentRunOutput, agentRunType, isCited } from './agent-run-type.ts';
import type { ToolBinding } from './bound-tool.ts';
import { textIn } from './call-tool.ts';
import { childEntryFor, flowRunEntryFor } from './journal-names.ts';
import { citedText, numberedFrom, sourcesCited, type Unnumbered } from './sources.ts';
import type { PreparedAgent } from './to-agent.ts';

const nothing: AgentUse = { turns: 0, tokens: 0, cost: 0, workMs: 0 };

const sum = (uses: readonly AgentUse[]): AgentUse =>
  uses.reduce(
    (all, { turns, tokens, cost, workMs }) => ({
      turns: all.turns + turns,
      tokens: all.tokens + tokens,
      cost: all.cost + cost,
      workMs: all.workMs + workMs,
    }),
    nothing,
  );

const useOfEntry = ({ name, result }: JournalEntry): AgentUse => {
  if (result === null) return nothing;
  if (name.startsWith('turn ')) {
    const { reply } = parseJson(result) as { reply: TurnReply };
    return { turns: 1, tokens: reply.tokens, cost: reply.cost, workMs: reply.durationMs };
  }
  if (!name.startsWith('tools ')) return nothing;
  return sum((parseJson(result) as ToolOutcome[]).map(({ use = nothing }) => ({ ...use, workMs: 0 })));
};

/** Returns what a run that this one started has used until it failed, with all that it handed on. */
const useOfFailed = ({ ctx, runId }: RunContext, childName: string): Promise<AgentUse> =>
  ctx.tx(async ({ db }) => {
    const child = (await readJournal(db, runId)).find(({ op, name }) => op === 'child' && name === childName);
    if (typeof child?.result !== 'string') return nothing;
    return sum((await readJournal(db, String(parseJson(child.result)))).map(useOfEntry));
  });

/** The most agents and flows that hand work to each other in a row. */
const mostDepth = 5;

interface Handing {
  run: RunContext;
  input: AgentRunInput;
  team: PreparedAgent['team'];
  /** The shared budget of the delegates; undefined when each has its own budget alone. */
  share: AgentBudget | undefined;
}

/** A binding whose calls are runs of their own. */
export type RunBinding = Extract<ToolBinding, { kind: 'AGENT' | 'FLOW' | 'MEMBER' }>;

export const isRun = (binding: ToolBinding | undefined): binding is RunBinding =>
  binding?.kind === 'AGENT' || binding?.kind === 'FLOW' || binding?.kind === 'MEMBER';

const plain = (outcome: ToolOutcome): Unnumbered => ({ ...outcome, write: () => outcome.text });

const failed = (text: string): Unnumbered => plain({ text, output: text, isFailed: true, durationMs: 0 });

/** Returns what another agent answers, with the names of what it cites, unless its answer is that of the whole run. */
const citedBy = (
  { text, sources }: AgentRunOutput,
  takesOver: boolean,
): Pick<Unnumbered, 'write' | 'sources'> => {
  if (sources.length === 0) return { write: () => text };
  return { sources, write: takesOver ? (first) => numberedFrom(text, first) : citedText(text, sources) };
};

interface Work {
  agentId: string;
  messages: AgentRunInput['messages'];
  /** Absent for agents outside of the crew, which see neither its notes nor its documents. */
  team?: AgentRunInput['team'];
  takesOver?: boolean;
}

const askAgent = async (
  { run, input: order, share }: Handing,
  childName: string,
  { agentId, messages, team, takesOver = false }: Work,
): Promise<Unnumbered> => {
  const { depth, chat, asks, documents, given, isRehearsal, standIn } = order;
  const input: AgentRunInput = {
    ...{ agentId, versionId: '', environment: 'PRODUCTION', depth: depth + 1, hasForeignText: true },
    messages,
    // The documents have the numbers of the passages.
    ...{ documents: team ? documents : [], ...(team && given && { given }) },
    ...(chat && { chat: { appId: chat.appId, queryId: null } }),
    cites: isCited(order),
    ...{ isRehearsal, standIn },
    ...{ asks, personId: null, ...(team && { team }), ...(share && { share }) },
  };
  const subject = { subjectId: agentId, scopeId: agentId };
  try {
    const done = await run.child(childName, agentRunType, input, subject);
    const { output, use } = done;
    const used = share ? { use, durationMs: use.workMs } : { durationMs: 0 };
    return { ...citedBy(done, takesOver), output, isFailed: false, isAnswer: takesOver, ...used };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const text = `The agent failed: ${error.reason.message}`;
    if (!share) return failed(text);
    // Read once, because the outcome is recorded with the group of calls.
    const use = await useOfFailed(run, childName);
    return { ...failed(text), use, durationMs: use.workMs };
  }
};

/** Returns what a flow gives out; with sources where it cites what its steps found. */
const givenOut = ({ output, answer }: FlowRunOutput): Pick<Unnumbered, 'output' | 'write' | 'sources'> => {
  const sources = sourcesCited(answer?.citations ?? []);
  if (!answer || sources.length === 0) return { output, write: () => textOfOutput(output) };
  return { output, sources, write: citedText(answer.text, sources) };
};

const runFlow = async (
  { run, input: caller }: Handing,
  name: string,
  { flowId, input }: { flowId: string; input: ToolCall['input'][string] },
): Promise<Unnumbered> => {
  // The prepared input is recorded, because the flow may change or be deleted before the run begins anew.
  const prepared = await run.step(`@flow/${name}`, async () => {
    const order = { input, depth: caller.depth + 1, cites: isCited(caller) };
    return (await run.ctx.tx((tx) => prepareFlowCall(tx, flowId, order))) ?? null;
  });
  if (prepared === null) return failed('The flow is switched off, or was deleted.');
  const subject = { subjectId: flowId, scopeId: flowId };
  try {
    const order = flowRunType.input.parse(prepared);
    const done = await run.child(flowRunEntryFor(name), flowRunType, order, subject);
    return { ...givenOut(done), isFailed: false, durationMs: 0 };
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    return failed(`The flow failed: ${error.reason.message}`);
  }
};

const taskFor = (task: string): AgentRunInput['messages'] => [{ role: 'user', content: task }];

/** The conversation as the one who takes it over reads it. */
const takenOver = (messages: AgentRunInput['messages'], task: string): AgentRunInput['messages'] => {
  const last = messages.at(-1)?.content ?? '';
  const content = `${last}\n\nThe supervisor of your crew hands this conversation over to you, with these words: ${task}`;
  return [...messages.slice(0, -1), { role: 'user', content }];
};

const toWork = (
  { input: { messages }, team }: Handing,
  binding: Extract<RunBinding, { kind: 'AGENT' | 'MEMBER' }>,
  call: ToolCall['input'],
): Work => {
  const task = textIn(call, 'task');
  if (binding.kind === 'AGENT') return { agentId: binding.agentId, messages: taskFor(task) };
  const { members, takesOver } = binding;
  const agentId = members.find(({ name }) => name === textIn(call, 'member'))?.agentId ?? '';
  return { agentId, messages: takesOver ? takenOver(messages, task) : taskFor(task), team, takesOver };
};

const usedUp = 'Too little is left of the budget to hand on work. Answer from what you have.';

/** Hands a call to another agent or a flow, as a run of its own, and waits for it. Its failure is an outcome. */
export const handOver = async (
  handing: Handing & { isBounded: boolean },
  { name, at, binding }: { name: string; at: number; binding: RunBinding },
  { input }: ToolCall,
): Promise<Unnumbered> => {
  if (handing.input.depth >= mostDepth)
    return failed(`Work was handed on ${mostDepth} times in a row. Do this part yourself.`);
  if (binding.kind === 'FLOW')
    return runFlow(handing, name, {
      flowId: binding.flowId,
      input: binding.takesFields ? input : (input['input'] ?? null),
    });
  if (handing.isBounded && !handing.share) return failed(usedUp);
  return askAgent(handing, childEntryFor(name, at), toWork(handing, binding, input));
};
