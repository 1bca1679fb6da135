import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { chatRepository } from '../repository.ts';
import type { MessageRow } from '../tables.ts';
import { getOwnConversation, type Owner } from './open-app.ts';

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
