import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import {
  citationsIn,
  findAgentForPrograms,
  followAnswer,
  type ProgramAnswer,
  readProgramAnswer,
  startForProgram,
} from '../../agents/index.ts';
import { findAppForChat } from '../../apps/index.ts';
import { answerQuestion, findOwnConversation } from '../../chat/index.ts';
import { describeWait, shownText, throwFailure } from '../openai/agents/agent-answer.ts';

/** The citations in an answer of an app or of an agent. */
const Citations = z.array(
  z.object({
    index: z
      .number()
      .int()
      .describe(
        'The number of its [marker] in the answer. A number that is repeated for another quote has several citations.',
      ),
    mark_at: z.number().int().optional().describe('The place of its marker in the answer.'),
    document: z.string(),
    document_id: z.string(),
    quote: z.string(),
    page: z.number().int().optional(),
    second: z.number().int().optional(),
    heading: z.string().optional(),
  }),
);

const toWireCitation = ({
  index,
  markAt,
  documentName,
  knowledgeBaseImportId,
  quote,
  page,
  second,
  heading,
}: Citation) => ({
  index,
  document: documentName,
  document_id: knowledgeBaseImportId,
  quote,
  ...(markAt === undefined ? {} : { mark_at: markAt }),
  ...(page === undefined ? {} : { page }),
  ...(second === undefined ? {} : { second }),
  ...(heading === undefined ? {} : { heading }),
});

export const AskInput = z.object({
  question: z.string().trim().min(1).max(8000).describe('The question, in any language.'),
  conversation_id: z
    .string()
    .max(100)
    .optional()
    .describe('The conversation_id of an earlier answer, to continue that conversation.'),
});

export const AskOutput = z.object({
  answer: z.string(),
  answer_kind: z
    .string()
    .describe('ANSWER, CLOSEST_CHUNKS when there is no clear answer, or NONE when nothing comes close.'),
  answer_origin: z
    .string()
    .describe(
      'MODEL, QUOTED from the documents without a model, COMPUTED from the rows of a table, or PERSON: somebody wrote it for this question.',
    ),
  citations: Citations,
  conversation_id: z.string(),
  query_id: z.string(),
});
type AskOutput = z.infer<typeof AskOutput>;

/** Throws `chat.conversation_not_found` unless the caller had the conversation with this app. */
const checkConversation = (ctx: Ctx, appId: string, conversationId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const found = await findOwnConversation(tx, conversationId);
    if (found?.appId !== appId) fail('chat.conversation_not_found');
  });

interface Asking {
  signal: AbortSignal;
  /** Is given the whole text so far, whenever there is more of it. */
  onText(text: string): Promise<void>;
}

/** Asks an app on behalf of a tool. */
export const askTool = async (
  ctx: Ctx,
  { question, conversation_id: conversationId }: z.infer<typeof AskInput>,
  { appId, signal, onText }: Asking & { appId: string },
): Promise<AskOutput> => {
  if (conversationId !== undefined) await checkConversation(ctx, appId, conversationId);
  const events = answerQuestion(
    ctx,
    {
      open: async (tx) => (await findAppForChat(tx, appId)) ?? fail('mcp.tool_not_found'),
      text: question,
      owner: { visitorHash: null, userId: findUserId(ctx) },
      conversationId,
    },
    signal,
  );
  const output: AskOutput = {
    answer: '',
    answer_kind: 'ANSWER',
    answer_origin: 'MODEL',
    citations: [],
    conversation_id: '',
    query_id: '',
  };
  for await (const event of events) {
    if (event.type === 'start') {
      output.conversation_id = event.conversationId;
      output.query_id = event.queryId;
    } else if (event.type === 'form') {
      output.answer_kind = event.answerKind;
      output.answer_origin = event.origin;
    } else if (event.type === 'citation') output.citations.push(toWireCitation(event.citation));
    else if (event.type === 'token') {
      output.answer += event.text;
      await onText(output.answer);
    }
  }
  return output;
};

const describePosition = ({ page, second }: AskOutput['citations'][number]): string => {
  if (page !== undefined) return `, page ${page}`;
  return second === undefined ? '' : `, second ${second}`;
};

/** Returns an answer with its sources as text, for clients that read no structured content. */
export const answerText = ({ answer, citations }: AskOutput): string =>
  [
    answer,
    ...citations.map((each) => `[${each.index}] ${each.document}${describePosition(each)}: “${each.quote}”`),
  ].join('\n\n');

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
  { agentId, signal, onText }: Asking & { agentId: string },
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
