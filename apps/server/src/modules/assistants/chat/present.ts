import type { ChatSession, Message } from '@atelier/contracts/assistants/chat/chat';
import type { z } from 'zod';
import type { ConversationRow, FeedbackRow, MessageRow, NewAnswerRow } from './tables.ts';

/** The longest time of a model call. A message that is still unfinished after this time has lost its writer. */
const longestAnswerMs = 10 * 60 * 1000;

export const presentSession = (row: ConversationRow): z.infer<typeof ChatSession> => ({
  conversationId: row.id,
  title: row.title,
  updatedAt: row.updatedAt.toISOString(),
  messageCount: row.messageCount,
});

const presentFeedback = (row: FeedbackRow | undefined): Message['feedback'] =>
  row === undefined ? null : { verdict: row.verdict, reason: row.reason, text: row.feedback };

const presentTold = (row: NewAnswerRow | undefined): Message['newAnswer'] => {
  if (!row?.toldAt) return null;
  const { id, answer, origin, citations, toldAt } = row;
  return { id, answer, origin, citations, toldAt: toldAt.toISOString() };
};

/** True for an answer that can no longer be finished. */
export const isAbandoned = ({ status, createdAt }: MessageRow, now: Date): boolean =>
  status === 'STREAMING' && now.getTime() - createdAt.getTime() > longestAnswerMs;

interface Beside {
  feedback?: FeedbackRow | undefined;
  /** The later answer that the reader was notified of. */
  told?: NewAnswerRow | undefined;
  attempts?: string[];
  /** The name of the attached file, while it is there. */
  fileName?: string | undefined;
}

export const presentMessage = (
  row: MessageRow,
  now: Date,
  { feedback, told, attempts = [], fileName }: Beside = {},
): Message => ({
  queryId: row.id,
  question: row.question,
  answer: row.answer,
  answerKind: row.answerKind,
  origin: row.origin,
  wordings: row.wordings,
  followUps: row.followUps,
  condensed: row.condensed,
  status: isAbandoned(row, now) ? 'STOPPED' : row.status,
  error: row.error,
  restFollows: row.status === 'COMPLETED' && row.awaitedRunId !== null,
  citations: row.citations,
  attempts,
  feedback: presentFeedback(feedback),
  newAnswer: presentTold(told),
  file: row.fileId !== null && fileName !== undefined ? { fileId: row.fileId, name: fileName } : null,
  createdAt: row.createdAt.toISOString(),
});
