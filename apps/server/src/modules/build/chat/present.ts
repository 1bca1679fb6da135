import type { Message } from '@atelier/contracts/build/chat/chat';
import type { MessageRow } from './tables.ts';

/** Nothing is written for longer than a model call may take; after that its writer is gone. */
const longestAnswerMs = 10 * 60 * 1000;

export const presentMessage = (row: MessageRow, now: Date): Message => {
  const abandoned = row.status === 'STREAMING' && now.getTime() - row.createdAt.getTime() > longestAnswerMs;
  return {
    queryId: row.id,
    question: row.question,
    answer: row.answer,
    answerKind: row.answerKind,
    wordings: row.wordings,
    status: abandoned ? 'STOPPED' : row.status,
    error: row.error,
    citations: row.citations,
    createdAt: row.createdAt.toISOString(),
  };
};
