import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { type AnswerEvent, answerQuestion } from '../../chat/index.ts';
import { programTurnRepository } from '../repository.ts';
import { findContinuation } from './continue-from.ts';
import { requireApp } from './find-app.ts';
import { readBeginning } from './read-beginning.ts';
import { readInput } from './read-input.ts';
import { type ResponseCall, ResponseProgress, responseStream } from './response-events.ts';
import { responseObject } from './response-object.ts';
import { sendStream } from './send-stream.ts';
import { takeFile, toOwner } from './take-file.ts';
import { refuseUnsupported } from './unsupported.ts';

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
