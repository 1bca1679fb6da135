import type { Message } from '@atelier/contracts/build/chat/chat';
import type { MessageRow } from './tables.ts';

/** The longest time of a model call. A message that is still unfinished after this time has lost its writer. */
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
