import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { ResponseRequest } from '@atelier/contracts/assistants/programs/openai-shapes';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { TextMessage } from '@atelier/models';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import {
  type AnswerEvent,
  answerQuestion,
  findMessageConversation,
  findOwnConversation,
} from '../../chat/index.ts';
import { programTurnRepository } from '../repository.ts';
import { requireApp } from './find-app.ts';
import { readBeginning } from './read-beginning.ts';
import { readInput } from './read-input.ts';
import { type ResponseCall, ResponseProgress, responseStream } from './response-events.ts';
import { responseObject, toQueryId } from './response-object.ts';
import { sendStream } from './send-stream.ts';
import { takeFile, toOwner } from './take-file.ts';
import { refuseUnsupported } from './unsupported.ts';

/** The point at which a question continues a conversation. */
interface Continuation {
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
  { messages }: NonNullable<Awaited<ReturnType<typeof findOwnConversation>>>,
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
const findContinuation = async (
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

type Endpoint = (typeof openai.endpoints)['createResponse'];
type Body = RequestOf<Endpoint>['body'];
type Start = Extract<AnswerEvent, { type: 'start' }>;

/** Reads the first event, which comes once the question is stored. A refusal before it is thrown. */
const begin = async (events: AsyncIterable<AnswerEvent>) => {
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done || first.value.type !== 'start') throw new Error('An answer begins with its start.');
  return { iterator, start: first.value };
};

const collect = async (progress: ResponseProgress, events: AsyncIterator<AnswerEvent>) => {
  for (let next = await events.next(); !next.done; next = await events.next()) progress.add(next.value);
  return responseObject(progress.state);
};

/** Stores what came with a question besides its text, so that a later one can continue from its answer. */
const rememberTurn = async (
  ctx: Ctx,
  { queryId }: Start,
  turn: {
    previousId: string | null;
    brought: ReturnType<typeof readInput>['history'];
    metadata: Record<string, string>;
  },
): Promise<void> => {
  if (turn.previousId === null && turn.brought.length === 0 && Object.keys(turn.metadata).length === 0)
    return;
  await ctx.tx((tx) => programTurnRepository.insert(tx.db, { queryId, ...turn }));
};

/** Asks an app in the form of Open Responses. */
export const createResponse = async (
  ctx: Ctx,
  body: Body,
  exchange: Exchange<Endpoint>,
): Promise<AlreadyAnswered> => {
  refuseUnsupported(body);
  const { question, history: brought, file } = readInput(body.input);
  const app = await requireApp(ctx, body.model);
  const continuation = await findContinuation(ctx, app.appId, body);
  if (body.stream)
    exchange.holdStream(ctx.tenantId, async ({ own }) => {
      if (own) await requireApp(own, body.model);
      return own !== null;
    });
  const asked = { file, before: continuation?.fileId, model: body.model, signal: exchange.signal };
  const fileId = await takeFile(ctx, asked);
  const events = answerQuestion(
    ctx,
    {
      open: (tx) => requireApp(tx, body.model),
      text: question,
      ...{ owner: toOwner(ctx), fileId },
      conversationId: continuation?.conversationId,
      history: [...(continuation?.history ?? []), ...brought],
    },
    exchange.signal,
  );
  const { iterator, start } = await begin(events);
  const previousId = continuation?.previousId ?? null;
  const metadata = body.metadata ?? {};
  const call: ResponseCall = {
    ...{ app, model: body.model, previousId, metadata, origin: exchange.origin },
    now: () => ctx.now(),
    failureOf: (thrown) => exchange.toFailure(thrown),
  };
  const progress = new ResponseProgress(call, start);
  try {
    await rememberTurn(ctx, start, { previousId, brought, metadata });
  } catch (error) {
    await iterator.return?.();
    throw error;
  }
  if (body.stream) {
    const begun = await readBeginning(iterator, () => true);
    return sendStream(exchange, responseStream(call, progress, begun));
  }
  const response = await collect(progress, iterator);
  return exchange.sendRaw({ type: 'application/json', body: JSON.stringify(response) });
};
