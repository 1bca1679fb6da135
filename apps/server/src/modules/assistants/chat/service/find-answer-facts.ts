import type { TxCtx } from '../../../../kernel/context/context.ts';
import { feedbackRepository } from '../feedback-repository.ts';
import { chatRepository } from '../repository.ts';

/** Facts about an answer, for those who follow events of the product. */
export interface AnswerFacts {
  appId: string;
  conversationId: string;
  queryId: string;
  question: string;
  answer: string;
  reason: string | null;
  feedback: string;
}

/** Returns the facts of an answer; undefined when it was deleted. */
export const findAnswerFacts = async (tx: TxCtx, queryId: string): Promise<AnswerFacts | undefined> => {
  const message = await chatRepository.findMessage(tx.db, queryId);
  const appId = message && (await chatRepository.findAppOf(tx.db, message.conversationId));
  if (!message || appId === undefined) return undefined;
  const [rating] = await feedbackRepository.findOf(tx.db, [queryId]);
  return {
    appId,
    conversationId: message.conversationId,
    queryId,
    question: message.question,
    answer: message.answer,
    reason: rating?.reason ?? null,
    feedback: rating?.feedback ?? '',
  };
};
