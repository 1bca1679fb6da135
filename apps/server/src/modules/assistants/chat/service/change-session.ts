import type { ChatSession, chat } from '@atelier/contracts/assistants/chat/chat';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { presentSession } from '../present.ts';
import { chatRepository } from '../repository.ts';
import { getOwnConversation, openApp, requireOwner } from './open-app.ts';

type Rename = RequestOf<(typeof chat.endpoints)['renameSession']>['body'];
type Removal = RequestOf<(typeof chat.endpoints)['removeSession']>['query'];

/** Gives a conversation another title. Throws `chat.conversation_not_found` for callers that it does not belong to. */
export const renameSession = async (
  anonymous: Anonymous,
  conversationId: string,
  { title, ...reader }: Rename,
): Promise<z.infer<typeof ChatSession>> => {
  const { ctx, app } = await openApp(anonymous, reader);
  return ctx.tx(async (tx) => {
    await getOwnConversation(tx, { appId: app.appId, conversationId }, requireOwner(ctx, reader.chatUserId));
    const row =
      (await chatRepository.rename(tx.db, conversationId, title)) ?? fail('chat.conversation_not_found');
    await tx.audit('chat.session_renamed', conversationId);
    return presentSession(row);
  });
};

/** Deletes a conversation with its questions and answers. Throws `chat.conversation_not_found` as above. */
export const removeSession = async (
  anonymous: Anonymous,
  conversationId: string,
  reader: Removal,
): Promise<{ done: true }> => {
  const { ctx, app } = await openApp(anonymous, reader);
  return ctx.tx(async (tx) => {
    await getOwnConversation(tx, { appId: app.appId, conversationId }, requireOwner(ctx, reader.chatUserId));
    await chatRepository.removeConversation(tx.db, conversationId);
    await tx.audit('chat.session_deleted', conversationId);
    return { done: true };
  });
};
