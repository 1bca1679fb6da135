import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findAppForChat } from '../../apps/index.ts';
import { answerQuestion, findOwnConversation } from '../../chat/index.ts';
import { Citations, toWireCitation } from './citations.ts';

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
  appId: string;
  signal: AbortSignal;
  /** Is given the whole text so far, whenever there is more of it. */
  onText(text: string): Promise<void>;
}

/** Asks an app on behalf of a tool. */
export const askTool = async (
  ctx: Ctx,
  { question, conversation_id: conversationId }: z.infer<typeof AskInput>,
  { appId, signal, onText }: Asking,
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
