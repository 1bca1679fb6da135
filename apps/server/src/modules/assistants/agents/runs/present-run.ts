import type { AgentStep } from '@atelier/agents';
import {
  type AgentRunDetails,
  type AgentRunLine,
  type AgentRunStep,
  TaskDocument,
} from '@atelier/contracts/assistants/agents/agent-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { signalToken } from '../../../../kernel/runs/requests/index.ts';
import {
  type ChildRow,
  readJournal,
  runFamilies,
  runLists,
  type SubjectRun,
} from '../../../../kernel/runs/view/index.ts';
import { presentSpan } from '../../runs/declarations.ts';
import { agentRunKind } from '../engine/agent-run-type.ts';
import { canWriteAgent } from '../policy.ts';
import { type OpenCall, type ReadRun, readSteps, workOfCall } from './read-steps.ts';

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

/** A call about which somebody has to decide. */
export interface UndecidedCall {
  /** The run that waits, which may be that of an agent to which work was handed. */
  runId: string;
  tool: string;
  title: string;
  description: string;
  input: Record<string, JsonValue>;
  /** Decides about the call; null for those who may not. */
  token: string | null;
}

/** Lists a run, and the runs of agents to which it handed work, as far as they wait. */
const listWaiting = (ctx: Ctx, runId: string) =>
  ctx.tx(async (tx) => {
    const below = await runFamilies.listDescendants(tx.db, runId, undefined);
    const waiting = below.filter(({ kind, status }) => kind === agentRunKind && status === 'WAITING');
    const filter = { kinds: [agentRunKind], parts: allParts, visible: undefined };
    return Promise.all(
      [runId, ...waiting.map(({ id }) => id)].map(async (id) => ({
        id,
        input: ShownParts.parse((await runLists.find(tx.db, { id, ...filter }))?.input ?? {}),
        entries: await readJournal(tx.db, id),
      })),
    );
  });

/** Lists the calls about which somebody has to decide before a run goes on. */
export const findUndecided = async (ctx: Ctx, runId: string): Promise<UndecidedCall[]> => {
  const found: UndecidedCall[] = [];
  for (const { id, input, entries } of await listWaiting(ctx, runId)) {
    const { open } = await readSteps(ctx, input, entries);
    for (const { call, signal } of open) {
      if (signal === null) continue;
      const address = { tenantId: ctx.tenantId, runId: id, name: signal };
      const { name: tool, title, description } = call.tool;
      const token = canWriteAgent(ctx) ? signalToken(ctx.services.secrets, address) : null;
      found.push({ runId: id, tool, title, description, input: call.input, token });
    }
  }
  return found;
};
