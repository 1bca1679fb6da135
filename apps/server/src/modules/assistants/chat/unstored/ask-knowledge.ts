import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { knowledgeForChat } from '../../apps/index.ts';
import { type AnswerEvent, blankOutcome, write } from '../service/answer-question.ts';
import { beginUnstored, settleUnstored } from './unstored-answer.ts';

export interface KnowledgeQuestion {
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
export const askKnowledge = (
  ctx: Ctx,
  { question, ...order }: KnowledgeQuestion,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> =>
  askUnstored(ctx, { open: (tx) => knowledgeForChat(tx, order), text: question }, signal);

/** Answers a question, of which nothing is kept but its cost. Throws what `open` and `holdCredits` throw. */
export async function* askUnstored(
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
