import type { ResponseRequest } from '@atelier/contracts/assistants/programs/openai-shapes';
import type { TextMessage } from '@atelier/models';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findMessageConversation, findOwnConversation, type OwnConversation } from '../../chat/index.ts';
import { programTurnRepository } from '../repository.ts';
import { toQueryId } from './response-object.ts';

/** The point at which a question continues a conversation. */
export interface Continuation {
  conversationId: string;
  /** The answer from which it continues. */
  previousId: string;
  /** Everything that was said until then, in this branch of the conversation. */
  history: TextMessage[];
  /** The file that the question before was about. The conversation goes on about it. */
  fileId: string | undefined;
}

const missing = (param: string): never => fail('openai.response_not_found', { param });

/**
 * Returns what was said until an answer. The chain of turns leads back to a question with which nothing was stored; before that one, the
 * conversation was not branched.
 */
const readHistory = async (
  tx: TxCtx,
  { messages }: OwnConversation,
  previousId: string,
): Promise<TextMessage[]> => {
  const chain = await programTurnRepository.listChain(tx.db, previousId);
  const brought = new Map(chain.map((turn) => [turn.queryId, turn.brought]));
  const oldest = chain.at(-1);
  const first = oldest ? oldest.previousId : previousId;
  const firstAt = messages.findIndex(({ queryId }) => queryId === first);
  const isPart = ({ queryId }: { queryId: string }, index: number) =>
    index <= firstAt || brought.has(queryId);
  return messages
    .filter(isPart)
    .flatMap(({ queryId, question, answer }) => [
      ...(brought.get(queryId) ?? []),
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: answer },
    ]);
};

const findPlace = async (tx: TxCtx, body: Pick<ResponseRequest, 'previous_response_id' | 'conversation'>) => {
  const { previous_response_id: previous, conversation } = body;
  if (previous) {
    const previousId = toQueryId(previous);
    const found = (await findMessageConversation(tx, previousId)) ?? missing('previous_response_id');
    return { found, previousId };
  }
  const conversationId = typeof conversation === 'string' ? conversation : (conversation?.id ?? '');
  const found = (await findOwnConversation(tx, conversationId)) ?? missing('conversation');
  return { found, previousId: found.messages.at(-1)?.queryId ?? missing('conversation') };
};

/**
 * Finds the place where a question continues; undefined when it begins a conversation. Throws `openai.response_not_found` unless the caller
 * had that conversation with the same app.
 */
export const findContinuation = async (
  ctx: Ctx,
  appId: string,
  body: Pick<ResponseRequest, 'previous_response_id' | 'conversation'>,
): Promise<Continuation | undefined> => {
  if (!body.previous_response_id && !body.conversation) return undefined;
  if (body.previous_response_id && body.conversation)
    throw new AppError(
      'openai.not_supported',
      { param: 'conversation' },
      { message: 'Send either previous_response_id or conversation, not both.' },
    );
  return ctx.tx(async (tx) => {
    const { found, previousId } = await findPlace(tx, body);
    if (found.appId !== appId) missing(body.previous_response_id ? 'previous_response_id' : 'conversation');
    return {
      conversationId: found.conversationId,
      previousId,
      history: await readHistory(tx, found, previousId),
      fileId: found.messages.find(({ queryId }) => queryId === previousId)?.fileId ?? undefined,
    };
  });
};
