import { randomId } from '../../lib/browser/random-id.ts';
import { storageKeys } from '../../lib/browser/storage.ts';

const conversationKey = (appId: string) => `atelier-conversation:${appId}`;

let unstored: string | undefined;

/** Returns the unguessable id of this browser. Where storage is blocked, it lives only as long as the page. */
export const chatUserId = (): string => {
  try {
    const present = localStorage.getItem(storageKeys.chatUser);
    if (present) return present;
    const made = randomId();
    localStorage.setItem(storageKeys.chatUser, made);
    return made;
  } catch {
    unstored ??= randomId();
    return unstored;
  }
};

/** The conversation that this tab last had open with this app, so that a reload continues it. */
export const lastConversation = (appId: string): string | undefined => {
  try {
    return sessionStorage.getItem(conversationKey(appId)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const rememberConversation = (appId: string, conversationId: string | undefined): void => {
  try {
    if (conversationId) sessionStorage.setItem(conversationKey(appId), conversationId);
    else sessionStorage.removeItem(conversationKey(appId));
  } catch {
    // Storage is blocked, so the conversation ends with the page.
  }
};
