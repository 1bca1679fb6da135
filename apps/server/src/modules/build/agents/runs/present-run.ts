import type {
  AgentRunDetails,
  AgentRunLine,
  AgentRunStep,
} from '@atelier/contracts/build/agents/agent-run-shapes';
import { z } from 'zod';
import type { SubjectRun } from '../../../../kernel/runs/view/index.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import type { OpenCall, ReadRun } from './read-steps.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The parts of the input of a run that are read with it. */
export const shownParts = ['environment', 'messages', 'hasForeignText'] as const;
export const ShownParts = z.object({
  environment: z.enum(['PRODUCTION', 'TESTING']).catch('PRODUCTION'),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).catch([]),
  hasForeignText: z.boolean().catch(false),
});

/** Characters of a task that lists show. */
const shownOfTask = 200;

export const presentRunLine = (run: SubjectRun, agentName: string | null): AgentRunLine => {
  const { environment, messages } = ShownParts.parse(run.input);
  return {
    runId: run.id,
    agentId: run.subjectId ?? '',
    agentName,
    environment,
    status: run.status,
    task: (messages.at(-1)?.content ?? '').slice(0, shownOfTask),
    cause: run.cause && { code: run.cause.code, message: run.cause.message },
    credits: run.cost / microPerCredit,
    queuedAt: run.createdAt.toISOString(),
    startedAt: iso(run.startedAt),
    endedAt: iso(run.finishedAt),
  };
};

const presentOpen = (
  { turn, call, signal }: OpenCall,
  tokenOf: ((signal: string) => string) | undefined,
): AgentRunStep => ({
  ...{ type: 'TOOL', turn, callId: call.id, tool: call.tool.name, title: call.tool.title },
  ...{ input: call.input, output: null, isEdited: false, durationMs: 0 },
  status: signal === null ? 'RUNNING' : 'WAITING',
  approvalToken: signal === null ? null : (tokenOf?.(signal) ?? null),
});

/** Presents what happened in a run, with the calls that it is making. `tokenOf` makes the tokens for those who may decide. */
export const presentSteps = (
  { steps, open }: ReadRun,
  tokenOf: ((signal: string) => string) | undefined,
): AgentRunStep[] => [
  ...steps.map((step): AgentRunStep => (step.type === 'TOOL' ? { ...step, approvalToken: null } : step)),
  ...open.map((call) => presentOpen(call, tokenOf)),
];

export const presentUsage = ({ use }: ReadRun): AgentRunDetails['usage'] => ({
  turns: use.turns,
  tokens: use.tokens,
  credits: use.cost / microPerCredit,
  workMs: use.workMs,
});
