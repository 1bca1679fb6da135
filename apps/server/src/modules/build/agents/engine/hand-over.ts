import type { ToolCall, ToolOutcome } from '@atelier/agents';
import { type RunContext, RunFailure } from '../../../../kernel/runs/index.ts';
import { flowRunType, prepareFlowCall } from '../../flows/index.ts';
import { textOfOutput } from '../../tools/index.ts';
import { type AgentRunInput, agentRunType } from './agent-run-type.ts';
import { textIn } from './call-tool.ts';
import { childOf, flowRunOf } from './journal-names.ts';
import type { ToolBinding } from './resolved-agent.ts';

/** The most agents and flows that hand work to each other in a row. */
const mostDepth = 5;

interface Handing {
  run: RunContext;
  depth: number;
  chat: AgentRunInput['chat'];
  asks: AgentRunInput['asks'];
}

/** A binding whose calls are runs of their own. */
type RunBinding = Extract<ToolBinding, { kind: 'AGENT' | 'FLOW' }>;

export const isRun = (binding: ToolBinding | undefined): binding is RunBinding =>
  binding?.kind === 'AGENT' || binding?.kind === 'FLOW';

const failed = (text: string): ToolOutcome => ({ text, output: text, isFailed: true, durationMs: 0 });

const askAgent = async (
  { run, depth, chat, asks }: Handing,
  name: string,
  { agentId, task }: { agentId: string; task: string },
): Promise<ToolOutcome> => {
  const input: AgentRunInput = {
    ...{ agentId, versionId: '', environment: 'PRODUCTION', depth: depth + 1, hasForeignText: true },
    messages: [{ role: 'user', content: task }],
    documents: [],
    ...(chat && { chat: { appId: chat.appId, queryId: null } }),
    asks,
    personId: null,
  };
  const subject = { subjectId: agentId, scopeId: agentId };
  const { text, output } = await run.child(childOf(name), agentRunType, input, subject);
  return { text, output, isFailed: false, durationMs: 0 };
};

const runFlow = async (
  { run, depth }: Handing,
  name: string,
  { flowId, input }: { flowId: string; input: ToolCall['input'][string] },
): Promise<ToolOutcome> => {
  // What was prepared is recorded, because the flow may change or be deleted before the run begins anew.
  const prepared = await run.step(`@flow/${name}`, async () => {
    const order = { input, depth: depth + 1 };
    return (await run.ctx.tx((tx) => prepareFlowCall(tx, flowId, order))) ?? null;
  });
  if (prepared === null) return failed('The flow is switched off, or was deleted.');
  const subject = { subjectId: flowId, scopeId: flowId };
  const { output } = await run.child(
    flowRunOf(name),
    flowRunType,
    flowRunType.input.parse(prepared),
    subject,
  );
  return { text: textOfOutput(output), output, isFailed: false, durationMs: 0 };
};

/** Hands a call to another agent or a flow, as a run of its own, and waits for it. Its failure is an outcome. */
export const handOver = async (
  handing: Handing,
  { name, binding }: { name: string; binding: RunBinding },
  { input }: ToolCall,
): Promise<ToolOutcome> => {
  if (handing.depth >= mostDepth)
    return failed(`Work was handed on ${mostDepth} times in a row. Do this part yourself.`);
  try {
    return binding.kind === 'AGENT'
      ? await askAgent(handing, name, { agentId: binding.agentId, task: textIn(input, 'task') })
      : await runFlow(handing, name, { flowId: binding.flowId, input: input['input'] ?? null });
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    return failed(`The ${binding.kind === 'AGENT' ? 'agent' : 'flow'} failed: ${error.reason.message}`);
  }
};
