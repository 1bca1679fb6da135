import type { Message } from '@atelier/contracts/assistants/chat/chat';
import { fail } from '../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { feedbackRepository } from '../feedback-repository.ts';
import { presentMessage } from '../present.ts';
import { chatRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';
import { getOwnConversation, type Owner } from './open-app.ts';

/** Facts about an answer, for those who follow events of the product. */
interface AnswerFacts {
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
  const appId = message && (await chatRepository.findAppId(tx.db, message.conversationId));
  if (!message || appId === undefined) return undefined;
  const [rating] = await feedbackRepository.findByQueries(tx.db, [queryId]);
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

/** Returns a question with its answer to who asked it. Throws `chat.conversation_not_found` for everybody else. */
export const getOwnMessage = async (
  tx: TxCtx,
  { appId, queryId }: { appId: string; queryId: string },
  owner: Owner,
): Promise<MessageRow> => {
  const message = (await chatRepository.findMessage(tx.db, queryId)) ?? fail('chat.conversation_not_found');
  await getOwnConversation(tx, { appId, conversationId: message.conversationId }, owner);
  return message;
};

/** An answer with the numbers that programs are told besides it. */
interface OwnMessage extends Message {
  usage: { inputTokens: number; outputTokens: number };
  finishedAt: Date | null;
  /** The file that the question was about. */
  fileId: string | null;
}

/** A conversation that the caller's account began, without a chat user id. */
interface OwnConversation {
  conversationId: string;
  appId: string;
  /** Oldest first. */
  messages: OwnMessage[];
}

const shown = (row: MessageRow, now: Date): OwnMessage => ({
  ...presentMessage(row, now),
  usage: { inputTokens: row.inputTokens, outputTokens: row.outputTokens },
  finishedAt: row.finishedAt,
  fileId: row.fileId,
});

/** Finds a conversation of the caller's own account with all its messages. */
export const findOwnConversation = async (
  tx: TxCtx,
  conversationId: string,
): Promise<OwnConversation | undefined> => {
  const owner = { visitorHash: null, userId: findUserId(tx) };
  const row = await chatRepository.findConversation(tx.db, conversationId, owner);
  // Whoever knows its id may also read a conversation of nobody, which a program does not continue.
  if (!row || owner.userId === null || row.userId !== owner.userId) return undefined;
  const messages = await chatRepository.allMessages(tx.db, conversationId);
  return { conversationId, appId: row.appId, messages: messages.map((each) => shown(each, tx.now())) };
};

/** Finds the conversation of the caller's own account to which an answer belongs. */
export const findMessageConversation = async (
  tx: TxCtx,
  queryId: string,
): Promise<OwnConversation | undefined> => {
  const message = await chatRepository.findMessage(tx.db, queryId);
  return message && findOwnConversation(tx, message.conversationId);
};
