import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '@atelier/contracts';
import type { chat } from '@atelier/contracts/assistants/chat/chat';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError } from '../../../../kernel/base/errors.ts';
import { GrowingText } from '../../../../kernel/base/growing-text.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous, Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { isAbandoned } from '../present.ts';
import { chatRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';
import { forReader, settleLostAnswer } from './answer-question.ts';
import { openApp, requireOwner } from './open-app.ts';
import { type AnswerEvent, type Place, toReplyForm, unread } from './outcome.ts';
import { getOwnMessage } from './own-exchanges.ts';
import { waitForRest } from './rest/read-rest.ts';
import { getRunningAnswers } from './running-answers.ts';
import { sendAnswer } from './send-answer.ts';

type ResumeEndpoint = (typeof chat.endpoints)['resume'];
type Status = Exclude<MessageRow['status'], 'STREAMING'>;
type Ended = MessageRow & { status: Status };

const hasEnded = (row: MessageRow): row is Ended => row.status !== 'STREAMING';

const lookEveryMs = 1000;
/** The number of checks after which a process that cannot be seen counts as dead. One that only lost its connection has it back by then. */
const looksUntilLost = 3;

interface StoredAnswer {
  ctx: Ctx;
  appId: string;
  find: () => Promise<MessageRow>;
  signal: AbortSignal;
}

/**
 * Waits until an answer that another process writes has ended. Ends it here when that process was killed. Returns undefined when the reader
 * has left.
 */
const waitForEnd = async ({ ctx, appId, find, signal }: StoredAnswer): Promise<Ended | undefined> => {
  let missing = 0;
  while (!signal.aborted) {
    const row = await find();
    if (hasEnded(row)) return row;
    missing = (await ctx.tx(({ db }) => chatRepository.hasWriter(db, row))) ? 0 : missing + 1;
    if (missing >= looksUntilLost || isAbandoned(row, ctx.now())) {
      await settleLostAnswer(ctx, appId, row);
      return { ...row, status: 'STOPPED' };
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

const asCode = (code: string): ErrorCode => code as ErrorCode;

/** Waits for the end of an answer, and with `rest` also for what a run adds to it then. */
const waitFor = async (answer: StoredAnswer, place: Place, rest: boolean): Promise<Ended | undefined> => {
  const row = await waitForEnd(answer);
  if (!rest || row === undefined || row.awaitedRunId === null) return row;
  const more = await waitForRest(answer, place.text);
  return more && hasEnded(more) ? more : undefined;
};

/** Yields what follows of an answer that this process does not write, once it is stored. */
async function* readStored(answer: StoredAnswer, place: Place, rest: boolean): AsyncIterable<AnswerEvent> {
  const { id: queryId, conversationId } = await answer.find();
  yield { type: 'start', queryId, conversationId };
  const row = await waitFor(answer, place, rest);
  if (row === undefined) return;
  const { citations, status, error, inputTokens, outputTokens, credits } = row;
  const restFollows = row.awaitedRunId !== null;
  const form = toReplyForm(row);
  yield* unread({ answer: new GrowingText(row.answer), citations, form }, place);
  if (error !== null)
    throw forReader(answer.ctx, new AppError(asCode(error.code), undefined, { message: error.message }));
  yield { type: 'done', status, usage: { inputTokens, outputTokens, credits }, restFollows };
}

/**
 * Sends the rest of an answer to a reader who lost the stream: at once what is written, then what follows. Where another process writes the
 * answer, the rest comes when it is complete. A reader may also wait for what a run adds to an answer that was left to it.
 */
export const resumeAnswer = async (
  anonymous: Anonymous,
  query: RequestOf<ResumeEndpoint>['query'],
  exchange: Exchange<ResumeEndpoint>,
): Promise<AlreadyAnswered> => {
  const { ctx, app } = await openApp(anonymous, query);
  const owner = requireOwner(ctx, query.chatUserId);
  const { appId } = app;
  const find = () => ctx.tx((tx) => getOwnMessage(tx, { appId, queryId: query.queryId }, owner));
  await find();
  exchange.holdStream(ctx.tenantId, async (asker) => {
    await openApp(asker, query);
    return true;
  });
  const { signal } = exchange;
  const place = { text: query.text, citations: query.citations };
  const running = query.rest ? undefined : getRunningAnswers(ctx).find(query.queryId);
  return sendAnswer(
    running ? running.read(place, signal) : readStored({ ctx, appId, find, signal }, place, query.rest),
    exchange,
  );
};
