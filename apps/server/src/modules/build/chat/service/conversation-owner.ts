import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { chatRepository } from '../repository.ts';
import type { ConversationRow } from '../tables.ts';

/** The owner of a conversation: the browser that knows its chat user id, else the signed-in user or key. */
export interface Owner {
  visitorHash: string | null;
  userId: string | null;
}

export const ownerOf = (ctx: Ctx, chatUserId: string | undefined): Owner => ({
  visitorHash: chatUserId ? hashToken(chatUserId) : null,
  userId: 'userId' in ctx.actor ? ctx.actor.userId : null,
});

/** Returns the reader of conversations. Throws `chat.reader_unknown` when nothing distinguishes them from other visitors. */
export const readerOf = (ctx: Ctx, chatUserId: string | undefined): Owner => {
  const owner = ownerOf(ctx, chatUserId);
  return owner.visitorHash === null && owner.userId === null ? fail('chat.reader_unknown') : owner;
};

const belongsTo = (row: ConversationRow, owner: Owner): boolean => {
  if (row.visitorHash !== null) return row.visitorHash === owner.visitorHash;
  // Asked without a chat user id: the proof is the unguessable conversation id itself, or the same account.
  return row.userId === null || row.userId === owner.userId;
};

/** Returns the conversation to its owner. Throws `chat.conversation_not_found` for everybody else. */
export const getOwnConversation = async (
  tx: TxCtx,
  place: { appId: string; conversationId: string },
  owner: Owner,
): Promise<ConversationRow> => {
  const row = await chatRepository.findConversation(tx.db, place.conversationId);
  if (row?.appId !== place.appId || !belongsTo(row, owner)) return fail('chat.conversation_not_found');
  return row;
};
