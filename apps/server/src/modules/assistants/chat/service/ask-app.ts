import type { Answer, chat } from '@atelier/contracts/assistants/chat/chat';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type Anonymous, type Exchange, RightEnded } from '../../../../kernel/module/exchange.ts';
import {
  callerKey,
  createTokenBuckets,
  visitorAllowances,
  waitInWords,
} from '../../../../kernel/rate-limit/rate-limit.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import type { AppForChat } from '../../apps/declarations.ts';
import { type Asked, answerQuestion, writeAnswer } from './answer-question.ts';
import { findLink, openApp, readLinkedApp, requireChatUser, toOwner } from './open-app.ts';
import { type AnswerEvent, toReplyForm } from './outcome.ts';
import { getRunningAnswers } from './running-answers.ts';
import { sendAnswer } from './send-answer.ts';

const questions = defineService({ name: 'chat.visitor-questions', create: () => createTokenBuckets() });

/** A visitor as a network address and a browser id. An address can be shared by many, and a browser id is easily changed. */
export interface Visitor {
  address: string;
  chatUserId: string | undefined;
}

/** Returns the keys under which a caller is counted; undefined for members of the tenant. App users may share an address. */
const toCallerKeys = ({ actor }: Ctx, { address, chatUserId }: Visitor): string[] | undefined => {
  if (actor.kind === 'app-user') return [`by ${actor.appUserId}`];
  if (actor.kind !== 'visitor') return undefined;
  return [`from ${callerKey(address)}`, ...(chatUserId ? [`by ${callerKey(chatUserId)}`] : [])];
};

/**
 * Counts the question of a visitor or an app user, whose answer the owner of the app pays for. Members of the tenant are not counted. Throws
 * `chat.visitor_limit`.
 */
export const limitVisitor = (ctx: Ctx, { appId, settings }: AppForChat, visitor: Visitor): void => {
  const callers = toCallerKeys(ctx, visitor);
  if (callers === undefined || ctx.services.config.rateLimits.chat === 0) return;
  const verdict = ctx.use(questions).take(visitorAllowances(appId, callers, settings.visitorLimits));
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new AppError(
    'chat.visitor_limit',
    { retryAfterSeconds },
    {
      message: `You have asked many questions. Please wait ${waitInWords(retryAfterSeconds)}, then ask again.`,
    },
  );
};

type QueryEndpoint = (typeof chat.endpoints)['query'];
type Body = RequestOf<QueryEndpoint>['body'];

/** Returns the whole answer, for callers who wait for it. */
export const collectAnswer = async (events: AsyncIterable<AnswerEvent>): Promise<z.input<typeof Answer>> => {
  const reply: z.input<typeof Answer> = {
    queryId: '',
    conversationId: '',
    answer: '',
    answerKind: 'ANSWER',
    origin: 'MODEL',
    wordings: [],
    followUps: [],
    citations: [],
    usage: { inputTokens: 0, outputTokens: 0, credits: 0 },
  };
  for await (const event of events) {
    if (event.type === 'start')
      Object.assign(reply, { queryId: event.queryId, conversationId: event.conversationId });
    else if (event.type === 'token') reply.answer += event.text;
    else if (event.type === 'form') Object.assign(reply, toReplyForm(event));
    else if (event.type === 'citation') reply.citations.push(event.citation);
    else reply.usage = event.usage;
  }
  return reply;
};

/**
 * Answers a question that a visitor, a signed-in user or a program asks an app. A streamed answer is written to its end when its reader
 * leaves, who may come back for the rest.
 */
export const askApp = async (anonymous: Anonymous, body: Body, exchange: Exchange<QueryEndpoint>) => {
  const link = await findLink(anonymous, body);
  const { ctx } = link;
  const owner = toOwner(ctx, body.chatUserId);
  let isCounted = false;
  const asked: Asked = {
    async open(tx) {
      const app = await readLinkedApp(tx, link);
      // A transaction that is repeated after a conflict counts its question only once.
      if (!isCounted) limitVisitor(ctx, app, { address: exchange.address, chatUserId: body.chatUserId });
      isCounted = true;
      await requireChatUser(tx, app, owner.visitorHash);
      return app;
    },
    text: body.query,
    owner,
    conversationId: body.conversationId,
    retryOf: body.retryOf,
    after: body.after,
    fileId: body.fileId,
  };
  if (!body.stream) return collectAnswer(answerQuestion(ctx, asked, exchange.signal));
  const { signal } = exchange;
  exchange.holdStream(ctx.tenantId, async (asker) => {
    await openApp(asker, body);
    return true;
  });
  const answer = await getRunningAnswers(ctx).begin((stopping, written) =>
    writeAnswer(ctx, asked, stopping, written),
  );
  const endWithRight = () => {
    if (signal.reason instanceof RightEnded) answer.stop();
  };
  signal.addEventListener('abort', endWithRight, { once: true });
  if (signal.aborted) endWithRight();
  return sendAnswer(answer.read({ text: 0, citations: 0 }, signal), exchange);
};
