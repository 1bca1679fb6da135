import type { ContextSettings } from '@atelier/contracts/build/apps';
import type { AnswerKind, Citation, Message, Usage } from '@atelier/contracts/build/chat/chat';
import { estimateTokens, type TextMessage } from '@atelier/models';
import { coreQuestion } from '@atelier/models/extractive';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { costOf, prepareChatModels, type ResolvedChatModel } from '../../../content/models/index.ts';
import { type PaidEmbeddings, prepareQuestion } from '../../../content/search/index.ts';
import { type HoldOutcome, holdCredits, settleHold, type Work } from '../../../money/billing/index.ts';
import type { AppForChat } from '../../apps/index.ts';
import { questionAnswered } from '../events.ts';
import { chatRepository, type Exchanged, type NewQuestion } from '../repository.ts';
import type { RetrievalRecord } from '../tables.ts';
import { longestRewrite } from './find-chunks.ts';
import type { Owner } from './open-app.ts';

/** A question to an app. */
export interface Asked {
  /** Reads the app in the transaction that stores the question. Throws when the caller may not use it. */
  open(tx: TxCtx): Promise<AppForChat>;
  text: string;
  owner: Owner;
  conversationId?: string | undefined;
  /** The id of the last message, whose answer is replaced. */
  retryOf?: string | undefined;
  /** Replaces the stored conversation, for callers that bring their own. */
  history?: TextMessage[] | undefined;
}

/** A question with its app. */
export interface Question extends Asked {
  app: AppForChat;
}

export interface BegunMessage {
  queryId: string;
  conversationId: string;
  holdId: string | null;
  /** The embeddings of the question, for which the same hold pays. */
  paid: PaidEmbeddings | undefined;
  /** The answer as billing counts it. */
  work: Work;
}

const titleLength = 80;
const historyMessages = 40;

const historyOf = (exchanged: readonly Exchanged[]): TextMessage[] =>
  exchanged.flatMap(({ question, answer }) => [
    { role: 'user' as const, content: question },
    { role: 'assistant' as const, content: answer },
  ]);

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

type BegunRow = HoldOutcome & { exchanges: Exchanged[] | null };

/** The input from which an answer is written. */
export interface Begun {
  begun: BegunMessage;
  question: Question;
  resolved: ResolvedChatModel;
  /** The earlier messages, oldest first. */
  history: TextMessage[];
}

/**
 * Stores the question and holds its credits in one statement, because all other questions of the tenant wait from this statement to the
 * commit.
 */
const store = async (
  tx: TxCtx,
  {
    question,
    resolved,
    paid,
  }: { question: Question; resolved: ResolvedChatModel; paid: BegunMessage['paid'] },
): Promise<Begun> => {
  const { app, conversationId = newId('cnv') } = question;
  const queryId = newId('qry');
  const work = workOf(queryId, question, resolved);
  const order: NewQuestion = {
    id: queryId,
    conversation: {
      id: conversationId,
      isNew: question.conversationId === undefined,
      appId: app.appId,
      title: question.text.replace(/\s+/g, ' ').slice(0, titleLength),
      ...question.owner,
    },
    question: question.text,
    modelId: resolved.modelId,
    retryOf: question.retryOf,
    exchanges: question.history ? 0 : historyMessages,
  };
  const { holdId, row } = await holdCredits<BegunRow>(
    tx,
    { ...work, amount: mostItCosts(app, resolved), further: paid?.calls ?? [] },
    chatRepository.beginAnswer(order),
  );
  if (row.outcome === 'refused') return fail('chat.conversation_not_found');
  const history = question.history ?? historyOf(row.exchanges ?? []);
  return { begun: { queryId, conversationId, holdId, work, paid }, question, resolved, history };
};

/** Returns what is known of the search for a question before the earlier messages are read. */
const searchFor = ({ app, text, conversationId, history = [] }: Question, { modelId }: ResolvedChatModel) => {
  const isAlone = conversationId === undefined && history.length === 0;
  return {
    knowledgeBaseIds: app.knowledgeBaseIds,
    settings: app.settings.retrieval,
    query: isAlone || !app.settings.followupConversation ? coreQuestion(text) : undefined,
    mostTokens: Math.max(estimateTokens(text), longestRewrite),
    modelId,
  };
};

/** Opens the app, stores the question and holds its credits in one transaction, before anything is paid for. */
export const beginMessage = async (ctx: Ctx, asked: Asked): Promise<Begun> => {
  const [chatModels, findPaid] = await Promise.all([prepareChatModels(ctx), prepareQuestion(ctx)]);
  return ctx.tx(async (tx) => {
    const [app, resolve] = await Promise.all([asked.open(tx), chatModels(tx)]);
    const question = { ...asked, app };
    const resolved = resolve(app.settings.modelId);
    return store(tx, { question, resolved, paid: await findPaid(tx, searchFor(question, resolved)) });
  });
};

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

/** Stores how an answer ended and charges its cost, in one transaction. */
export const settleMessage = (
  ctx: Ctx,
  begun: BegunMessage,
  resolved: ResolvedChatModel,
  outcome: Outcome,
): Promise<z.infer<typeof Usage>> =>
  ctx.tx(async (tx) => {
    const { usage, ...row } = outcome;
    const { work, holdId, paid } = begun;
    const cost = costOf(resolved.price, usage);
    const settlement = { ...work, ...usage, holdId, cost, further: paid?.uses };
    // This is one statement, because all other questions of the tenant wait from the settlement to the commit.
    const finish = chatRepository.finishMessage(begun.queryId, { ...row, ...usage });
    const credits = await settleHold(tx, settlement, finish);
    await tx.emit(questionAnswered, {
      queryId: begun.queryId,
      conversationId: begun.conversationId,
      status: outcome.status,
    });
    return { ...usage, credits };
  });
