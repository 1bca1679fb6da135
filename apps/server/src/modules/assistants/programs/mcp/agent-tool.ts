import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import {
  citationsIn,
  findAgentForPrograms,
  followAnswer,
  type ProgramAnswer,
  readProgramAnswer,
  startForProgram,
} from '../../agents/index.ts';
import { describeWait, shownText, throwFailure } from '../openai/agents/agent-answer.ts';
import { Citations, toWireCitation } from './citations.ts';

export const AgentInput = z.object({
  task: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .describe('The whole task, with everything that the agent needs to know.'),
  run_id: z
    .string()
    .max(100)
    .optional()
    .describe('The run_id of an earlier result that waited for an approval: reads how that run went on.'),
});

export const AgentOutput = z.object({
  answer: z.string(),
  citations: Citations,
  status: z
    .enum(['COMPLETED', 'WAITING_FOR_APPROVAL', 'RUNNING'])
    .describe('WAITING_FOR_APPROVAL: a person has to decide before the run goes on. RUNNING: it goes on.'),
  run_id: z.string(),
  approvals: z.array(
    z.object({
      title: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      decide_at: z
        .string()
        .nullable()
        .describe('Takes {"decision": "APPROVED"} or {"decision": "REJECTED"}.'),
    }),
  ),
});
type AgentOutput = z.infer<typeof AgentOutput>;

interface Asking {
  agentId: string;
  signal: AbortSignal;
  /** Is given the whole text so far, whenever there is more of it. */
  onText(text: string): Promise<void>;
}

const statuses = { UNDECIDED: 'WAITING_FOR_APPROVAL', RUNNING: 'RUNNING' } as const;

const toAgentOutput = (answer: ProgramAnswer): AgentOutput => {
  throwFailure(answer);
  const { status, runId } = answer;
  const text = shownText(answer);
  return {
    answer: text,
    citations: citationsIn(answer, text).map(toWireCitation),
    status: status === 'UNDECIDED' || status === 'RUNNING' ? statuses[status] : 'COMPLETED',
    run_id: runId,
    approvals: (describeWait(answer)?.approvals ?? []).map(({ title, arguments: given, decide_at }) => ({
      ...{ title, arguments: given, decide_at },
    })),
  };
};

const readEarlier = async (ctx: Ctx, agentId: string, runId: string): Promise<AgentOutput> => {
  const answer = await readProgramAnswer(ctx, { runId, part: 0 });
  return answer.agentId === agentId ? toAgentOutput(answer) : fail('openai.response_not_found');
};

/** Gives a task to an agent on behalf of a tool. Throws `mcp.tool_not_found` and `openai.agent_failed`. */
export const agentTool = async (
  ctx: Ctx,
  { task, run_id: runId }: z.infer<typeof AgentInput>,
  { agentId, signal, onText }: Asking,
): Promise<AgentOutput> => {
  if (runId !== undefined) return readEarlier(ctx, agentId, runId);
  const agent = (await findAgentForPrograms(ctx, agentId)) ?? fail('mcp.tool_not_found');
  const program = { tools: [], isOneByOne: false, metadata: {}, previousId: null };
  const messages = [{ role: 'user' as const, content: task }];
  const place = await startForProgram(ctx, { agent, messages, program });
  let text = '';
  for await (const event of followAnswer(ctx, place, signal)) {
    if (event.type === 'end') return toAgentOutput(event.answer);
    text += event.text;
    await onText(text);
  }
  throw new Error('An answer ends with its end.');
};
