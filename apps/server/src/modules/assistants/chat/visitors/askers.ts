import type { TxCtx } from '../../../../kernel/context/context.ts';
import { userDirectory } from '../../../account/identity/index.ts';
import { chatUserRepository } from '../chat-user-repository.ts';
import { chatRepository } from '../repository.ts';

/** True when a member of the tenant, signed in or with an API key, ever asked one of its apps. */
export const hasMemberAsked = (tx: TxCtx): Promise<boolean> => chatRepository.isAnyOfMembers(tx.db);

/** Returns what is known of the person who asks in a conversation: an account, or what a visitor told in the form of the app. */
export const findAsker = async (
  tx: TxCtx,
  conversationId: string,
): Promise<{ name: string; email: string } | null> => {
  const { actor } = tx;
  if (actor.kind === 'app-user') return { name: actor.name, email: actor.email };
  if ('userId' in actor) {
    const member = await userDirectory.find(tx.db, actor.userId);
    return member ? { name: member.name, email: member.email } : null;
  }
  if (actor.kind !== 'visitor') return null;
  return (await chatUserRepository.findOfConversation(tx.db, conversationId)) ?? null;
};
