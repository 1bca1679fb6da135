import { randomId } from '../../lib/random-id.ts';

/** Local storage key of the visitor's generated id (SESSION-07, CHAT-02). */
export const chatUserKey = 'CHAT_USER_ID';

const conversationKey = (appId: string) => `atelier-conversation:${appId}`;

let unstored: string | undefined;

/** The unguessable id of this browser. Where storage is blocked it lives as long as the page. */
export const chatUserId = (): string => {
  try {
    const present = localStorage.getItem(chatUserKey);
    if (present) return present;
    const made = randomId();
    localStorage.setItem(chatUserKey, made);
    return made;
  } catch {
    unstored ??= randomId();
    return unstored;
  }
};

/** The conversation that was open last with this app, so that a reload goes on with it. */
export const lastConversation = (appId: string): string | undefined => {
  try {
    return localStorage.getItem(conversationKey(appId)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const rememberConversation = (appId: string, conversationId: string | undefined): void => {
  try {
    if (conversationId) localStorage.setItem(conversationKey(appId), conversationId);
    else localStorage.removeItem(conversationKey(appId));
  } catch {
    // Storage is blocked: the conversation ends with the page.
  }
};
