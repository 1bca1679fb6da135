import type { AgentStep } from '@atelier/agents';
import {
  type AgentRunDetails,
  type AgentRunLine,
  type AgentRunStep,
  TaskDocument,
} from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { ChildRow, SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { presentSpan } from '../../runs/declarations.ts';
import { workOfCall } from './costs-below.ts';
import type { OpenCall, ReadRun } from './read-steps.ts';

/** The parts of the input of a run that are read with it. */
export const shownParts = ['environment', 'messages', 'hasForeignText'] as const;
/** Those with the text of documents, which lists do not read. */
export const allParts = [...shownParts, 'documents'] as const;
export const ShownParts = z.object({
  environment: z.enum(['PRODUCTION', 'TESTING']).catch('PRODUCTION'),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).catch([]),
  hasForeignText: z.boolean().catch(false),
  documents: z.array(TaskDocument).catch([]),
});

/** Characters of a task that lists show. */
const shownOfTask = 200;

export const presentRunLine = (run: SubjectRun, agentName: string | null): AgentRunLine => {
  const { environment, messages } = ShownParts.parse(run.input);
  return {
    ...presentSpan(run),
    agentId: run.subjectId ?? '',
    agentName,
    environment,
    status: run.status,
    task: (messages.at(-1)?.content ?? '').slice(0, shownOfTask),
    cause: run.cause && { code: run.cause.code, message: run.cause.message },
  };
};

type ToolStep = Extract<AgentRunStep, { type: 'TOOL' }>;

/** The most characters of the JSON of a result that are shown with its step. */
const shownOfOutput = 8_000;

const shortened = (output: ToolStep['output']): Pick<ToolStep, 'output' | 'outputSize'> => {
  const text = JSON.stringify(output);
  return {
    output: text.length <= shownOfOutput ? output : text.slice(0, shownOfOutput),
    outputSize: text.length,
  };
};

/** The steps of a run, and the runs that it started. */
interface ShownRun {
  read: ReadRun;
  below: readonly ChildRow[];
}

/** Returns the runs that a call started, and what it cost with them. */
const toStepWork = (
  { read, below }: ShownRun,
  call: { turn: number; callId: string },
): Pick<ToolStep, 'childRunId' | 'flowRunId' | 'credits'> => {
  const { cost, ...started } = workOfCall(read, below, call);
  return { ...started, credits: toCredits(cost) };
};

const presentOpen = (
  shown: ShownRun,
  { turn, call, signal }: OpenCall,
  tokenOf: ((signal: string) => string) | undefined,
): ToolStep => ({
  ...{ type: 'TOOL', turn, callId: call.id, tool: call.tool.name, title: call.tool.title },
  ...{ input: call.input, ...shortened(null), isEdited: false, durationMs: 0 },
  status: signal === null ? 'RUNNING' : 'WAITING',
  approvalToken: signal === null ? null : (tokenOf?.(signal) ?? null),
  description: signal === null ? null : call.tool.description,
  inputSchema: signal === null ? null : (call.tool.inputSchema as ToolStep['inputSchema']),
  ...toStepWork(shown, { turn, callId: call.id }),
});

const presentStep = (shown: ShownRun, step: AgentStep): AgentRunStep =>
  step.type === 'TOOL'
    ? {
        ...step,
        ...shortened(step.output),
        ...{ approvalToken: null, description: null, inputSchema: null },
        ...toStepWork(shown, step),
      }
    : step;

/** Presents what happened in a run, with the calls that it is making. `tokenOf` makes the tokens for those who may decide. */
export const presentSteps = (
  shown: ShownRun,
  tokenOf: ((signal: string) => string) | undefined,
): AgentRunStep[] => [
  ...shown.read.steps.map((step) => presentStep(shown, step)),
  ...shown.read.open.map((call) => presentOpen(shown, call, tokenOf)),
];

/** Presents what each turn used. */
export const presentCosts = ({ costs }: ReadRun): AgentRunDetails['costs'] =>
  costs.map(({ turn, tokens, cost, toolCost }) => ({
    turn,
    tokens,
    credits: toCredits(cost),
    toolCredits: toCredits(toolCost),
  }));

/** Presents the usage of a run, with that of the delegates within its budget. */
export const presentUsage = ({ use, others }: ReadRun): AgentRunDetails['usage'] => {
  const sum = (part: 'turns' | 'tokens' | 'cost') =>
    others.reduce((all, each) => all + each[part], use[part]);
  return {
    turns: sum('turns'),
    tokens: sum('tokens'),
    credits: toCredits(sum('cost')),
    workMs: use.workMs,
  };
};
