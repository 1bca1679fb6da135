import type { Message } from '@atelier/contracts/assistants/chat/chat';
import { userIdOf } from '../../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { presentMessage } from '../present.ts';
import { chatRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';

/** An answer with the numbers that programs are told besides it. */
export interface OwnMessage extends Message {
  usage: { inputTokens: number; outputTokens: number };
  finishedAt: Date | null;
  /** The file that the question was about. */
  fileId: string | null;
}

/** A conversation that the caller's account began, without a chat user id. */
export interface OwnConversation {
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
  const owner = { visitorHash: null, userId: userIdOf(tx) };
  const row = await chatRepository.findConversation(tx.db, conversationId, owner);
  // Whoever knows its id may also read a conversation of nobody, which a program does not continue.
  if (!row || owner.userId === null || row.userId !== owner.userId) return undefined;
  const messages = await chatRepository.allMessages(tx.db, conversationId);
  return { conversationId, appId: row.appId, messages: messages.map((each) => shown(each, tx.now())) };
};

/** Finds the conversation of the caller's own account to which an answer belongs. */
export const findConversationOf = async (
  tx: TxCtx,
  queryId: string,
): Promise<OwnConversation | undefined> => {
  const message = await chatRepository.findMessage(tx.db, queryId);
  return message && findOwnConversation(tx, message.conversationId);
};
