import type { AnswerOrigin } from '@atelier/contracts/assistants/chat/answer-origin';
import type { AnswerKind } from '@atelier/contracts/assistants/chat/chat';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { settleHold } from '../../../money/billing/index.ts';
import { knowledgeForChat } from '../../apps/index.ts';
import { type AnswerEvent, blankOutcome, write } from '../service/outcome.ts';
import { conversations, messages } from '../tables.ts';
import {
  answerUnstored,
  beginUnstored,
  settleUnstored,
  type TestOrder,
  type UnstoredAnswer,
} from './unstored-answer.ts';

interface KnowledgeQuestion {
  knowledgeBaseIds: readonly string[];
  question: string;
  /** Null stands for the company's default. */
  modelId: string | null;
  /** The app for which it is asked, whose limits of credits count. */
  appId: string | null;
}

/**
 * Answers a question from knowledge bases without an app, as one that is configured automatically does. Nothing is kept of it but its cost.
 * Throws what `knowledgeForChat` and `holdCredits` throw.
 */
const askKnowledge = (
  ctx: Ctx,
  { question, ...order }: KnowledgeQuestion,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> =>
  askUnstored(ctx, { open: (tx) => knowledgeForChat(tx, order), text: question }, signal);

/** Answers a question, of which nothing is kept but its cost. Throws what `open` and `holdCredits` throw. */
async function* askUnstored(
  ctx: Ctx,
  question: Pick<Parameters<typeof beginUnstored>[1], 'open' | 'text' | 'mayBeCurated'>,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> {
  const begun = await beginUnstored(ctx, { ...question, isFirst: true });
  const { queryId, plan } = begun;
  const conversationId = newId('cnv');
  yield { type: 'start', queryId, conversationId };
  const outcome = blankOutcome();
  let usage: Awaited<ReturnType<typeof settleUnstored>>;
  try {
    yield* write(ctx, { queryId, conversationId, history: [], plan, signal }, outcome);
  } finally {
    usage = await settleUnstored(ctx, begun, signal);
  }
  yield { type: 'done', status: outcome.status, usage, restFollows: false };
}

type Bill = Parameters<typeof settleHold>[1];

/** An answer with settings that need not be stored. It may be stored as JSON, and is paid by `settle`. */
interface TestAnswer {
  answer: string;
  answerKind: AnswerKind;
  origin: AnswerOrigin;
  citedChunkIds: string[];
  /** Null where it is paid already. */
  bill: Bill | null;
}

const toBill = ({ plan, work, holdId }: UnstoredAnswer): Bill => {
  const { elsewhere: _paid, ...used } = plan.used();
  return { ...work, ...used, holdId };
};

/** Failures of what answers an app, which belong to its answer: it is missing, and the next question may get one. */
const missing: ReadonlySet<string> = new Set([
  ...['chat.flow_failed', 'chat.flow_silent', 'chat.flow_slow', 'chat.flow_off'],
  ...['chat.agent_failed', 'chat.agent_slow', 'chat.agent_off'],
]);

const asMissing = (error: unknown): TestAnswer => {
  if (!(error instanceof AppError) || !missing.has(error.code)) throw error;
  return { answer: error.message, answerKind: 'NONE', origin: 'MODEL', citedChunkIds: [], bill: null };
};

/**
 * Answers a question of a test with these settings. A failure of the flow or the agent that answers is an answer that is missing. Any other
 * is charged at once and thrown; everything else is charged by `settle`.
 */
const answer = (ctx: Ctx, order: TestOrder, signal: AbortSignal): Promise<TestAnswer> =>
  answerUnstored(ctx, { rehearsal: {}, ...order }, signal).then(
    ({ begun, outcome: { answer: text, answerKind, origin, citations } }) => ({
      ...{ answer: text.toString(), answerKind, origin, bill: toBill(begun) },
      citedChunkIds: citations.map(({ chunkId }) => chunkId),
    }),
    asMissing,
  );

/** Lists the newest questions that visitors began a conversation with, each wording once. */
const recentQuestions = async (tx: TxCtx, appId: string, most: number): Promise<string[]> => {
  if (most === 0) return [];
  const { rows } = await tx.db.execute<{ question: string }>(sql`
    select question from (
      select distinct on (lower(${messages.question})) ${messages.question} as question, ${messages.createdAt} as at
      from ${messages} join ${conversations} on ${conversations.id} = ${messages.conversationId}
      where ${conversations.appId} = ${appId} and ${messages.ordinal} = 1 and ${messages.status} = 'COMPLETED'
        and length(${messages.question}) <= 2000 and ${messages.createdAt} > now() - interval '30 days'
      order by lower(${messages.question}), ${messages.createdAt} desc
    ) recent order by at desc limit ${most}`);
  return rows.map(({ question }) => question);
};

const meanOf = 20;

/** Returns what the last answers of an app cost on average; null while it has none. */
const meanCredits = async (tx: TxCtx, appId: string): Promise<number | null> => {
  const { rows } = await tx.db.execute<{ mean: number | null }>(sql`
    select avg(credits)::float8 as mean from (
      select ${messages.credits} as credits from ${messages} join ${conversations} on ${conversations.id} = ${messages.conversationId}
      where ${conversations.appId} = ${appId} and ${messages.status} = 'COMPLETED'
      order by ${messages.createdAt} desc limit ${meanOf}) latest`);
  return rows[0]?.mean ?? null;
};

/** Answers that no conversation contains. */
export const unstoredAnswers = {
  askKnowledge,
  ask: askUnstored,
  answer,
  /** Charges an answer, in the transaction that stores it. */
  settle: async (tx: TxCtx, { bill }: Pick<TestAnswer, 'bill'>): Promise<void> => {
    if (bill !== null) await settleHold(tx, bill);
  },
  recentQuestions,
  meanCredits,
};
