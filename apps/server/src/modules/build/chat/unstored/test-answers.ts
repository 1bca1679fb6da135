import type { AnswerOrigin } from '@atelier/contracts/build/chat/answer-origin';
import type { AnswerKind } from '@atelier/contracts/build/chat/chat';
import { sql } from 'drizzle-orm';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { settleHold } from '../../../money/billing/index.ts';
import { conversations, messages } from '../tables.ts';
import { answerUnstored, type TestOrder } from './answer-unstored.ts';
import { askKnowledge } from './ask-knowledge.ts';
import type { UnstoredAnswer } from './unstored-answer.ts';

type Bill = Parameters<typeof settleHold>[1];

/** An answer with settings that need not be stored. It may be stored as JSON, and is paid by `settle`. */
interface TestAnswer {
  answer: string;
  answerKind: AnswerKind;
  origin: AnswerOrigin;
  bill: Bill;
}

const billOf = ({ plan, work, holdId }: UnstoredAnswer): Bill => {
  const { elsewhere: _paid, ...used } = plan.used();
  return { ...work, ...used, holdId };
};

/** Answers a question with these settings. A failure is charged at once and thrown; everything else is charged by `settle`. */
const answer = async (ctx: Ctx, order: TestOrder, signal: AbortSignal): Promise<TestAnswer> => {
  const { begun, outcome } = await answerUnstored(ctx, order, signal);
  const { answerKind, origin } = outcome;
  return { answer: outcome.answer.toString(), answerKind, origin, bill: billOf(begun) };
};

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
  answer,
  /** Charges an answer, in the transaction that stores it. */
  settle: async (tx: TxCtx, { bill }: Pick<TestAnswer, 'bill'>): Promise<void> => {
    await settleHold(tx, bill);
  },
  recentQuestions,
  meanCredits,
};
