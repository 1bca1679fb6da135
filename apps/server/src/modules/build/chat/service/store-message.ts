import type { ContextSettings } from '@atelier/contracts/build/apps';
import type { AnswerKind, Citation, Message, Usage } from '@atelier/contracts/build/chat/chat';
import { estimateTokens } from '@atelier/models';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { costOf, type ResolvedChatModel } from '../../../content/models/index.ts';
import { holdCredits, newHoldId, settleHold, type Work } from '../../../money/billing/index.ts';
import type { AppForChat } from '../../apps/index.ts';
import { questionAnswered } from '../events.ts';
import { chatRepository } from '../repository.ts';
import type { MessageRow, RetrievalRecord } from '../tables.ts';
import { getOwnConversation, type Owner } from './open-app.ts';

/** A question to an app. */
export interface Question {
  app: AppForChat;
  text: string;
  owner: Owner;
  conversationId?: string | undefined;
  /** The id of the last message, whose answer is replaced. */
  retryOf?: string | undefined;
}

export interface BegunMessage {
  queryId: string;
  conversationId: string;
  holdId: string | null;
  /** The answer as billing counts it. */
  work: Work;
}

const titleLength = 80;
const historyMessages = 40;

/** Reads the last exchanges of the conversation, oldest first, without the one that is retried. */
export const readHistory = (ctx: Ctx, question: Question): Promise<MessageRow[]> => {
  const { conversationId } = question;
  if (!conversationId) return Promise.resolve([]);
  return ctx.tx(async (tx) => {
    await getOwnConversation(tx, { appId: question.app.appId, conversationId }, question.owner);
    const rows = await chatRepository.lastMessages(tx.db, conversationId, historyMessages);
    return rows.filter((row) => row.id !== question.retryOf && row.answer !== '').reverse();
  });
};

const openConversation = async (tx: TxCtx, question: Question): Promise<string> => {
  if (question.conversationId) {
    await getOwnConversation(
      tx,
      { appId: question.app.appId, conversationId: question.conversationId },
      question.owner,
    );
    return question.conversationId;
  }
  const id = newId('cnv');
  const title = question.text.replace(/\s+/g, ' ').slice(0, titleLength);
  await chatRepository.insertConversation(tx.db, { id, appId: question.app.appId, title, ...question.owner });
  return id;
};

const dropRetried = async (tx: TxCtx, conversationId: string, retryOf: string | undefined): Promise<void> => {
  if (!retryOf) return;
  const [last] = await chatRepository.lastMessages(tx.db, conversationId, 1);
  if (last?.id === retryOf) await chatRepository.removeMessage(tx.db, retryOf);
};

/** Returns the most text that goes to the model besides the chunks. */
const mostBeside = ({ previousSession, staticText }: ContextSettings): number =>
  (previousSession.enabled ? previousSession.tokens : 0) +
  (staticText.enabled ? estimateTokens(staticText.text) : 0);

/** Returns the most that an answer can cost, in micro-credits: a full context and the longest reply. */
const mostItCosts = ({ settings }: AppForChat, { price }: ResolvedChatModel): number =>
  costOf(price, {
    inputTokens: settings.model.contextMaxToken + mostBeside(settings.chunkingStrategy),
    outputTokens: settings.model.responseMaxToken,
  });

const workOf = (queryId: string, { app }: Question, { modelId }: ResolvedChatModel): Work => ({
  kind: 'ANSWER',
  reference: queryId,
  appId: app.appId,
  modelId,
});

/** Stores the question and holds its credits in one transaction, before anything is paid for. */
export const beginMessage = (
  ctx: Ctx,
  question: Question,
  resolved: ResolvedChatModel,
): Promise<BegunMessage> =>
  ctx.tx(async (tx) => {
    const conversationId = await openConversation(tx, question);
    await dropRetried(tx, conversationId, question.retryOf);
    const ordinal =
      (await chatRepository.nextOrdinal(tx.db, conversationId)) ?? fail('chat.conversation_not_found');
    const queryId = newId('qry');
    const work = workOf(queryId, question, resolved);
    const amount = mostItCosts(question.app, resolved);
    const ownHoldId = newHoldId();
    // Sent together, because all other questions of the tenant wait from the hold to the commit.
    const [holdId] = await Promise.all([
      holdCredits(tx, { ...work, amount, holdId: ownHoldId }),
      chatRepository.insertMessage(tx.db, {
        id: queryId,
        conversationId,
        ordinal,
        question: question.text,
        status: 'STREAMING',
        modelId: resolved.modelId,
        holdId: amount > 0 ? ownHoldId : null,
      }),
    ]);
    return { queryId, conversationId, holdId, work };
  });

export interface Outcome {
  status: Exclude<Message['status'], 'STREAMING'>;
  answer: string;
  answerKind: AnswerKind;
  wordings: string[];
  citations: Citation[];
  retrieval: RetrievalRecord | Record<string, never>;
  usage: { inputTokens: number; outputTokens: number };
  error: { code: string; message: string } | null;
}

/** Stores how an answer ended and charges what it used, in one transaction. */
export const settleMessage = (
  ctx: Ctx,
  begun: BegunMessage,
  resolved: ResolvedChatModel,
  outcome: Outcome,
): Promise<z.infer<typeof Usage>> =>
  ctx.tx(async (tx) => {
    const { usage, ...row } = outcome;
    const settlement = { ...begun.work, ...usage, holdId: begun.holdId, cost: costOf(resolved.price, usage) };
    // One statement, because all other questions of the tenant wait from the settlement to the commit.
    const credits = await settleHold(tx, settlement, (charged) =>
      chatRepository.finishMessage(tx.db, begun.queryId, { ...row, ...usage, credits: charged }),
    );
    await tx.emit(questionAnswered, {
      queryId: begun.queryId,
      conversationId: begun.conversationId,
      status: outcome.status,
    });
    return { ...usage, credits };
  });
