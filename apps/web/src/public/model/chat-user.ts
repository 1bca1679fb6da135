import { randomId } from '../../lib/browser/random-id.ts';
import { storageKeys } from '../../lib/browser/storage.ts';
import { readText, writeText } from '../../lib/browser/web-storage.ts';

const conversationKey = (appId: string) => `atelier-conversation:${appId}`;

let unstored: string | undefined;

/** Returns the unguessable id of this browser. Where storage is blocked, it lives only as long as the page. */
export const chatUserId = (): string => {
  const present = readText('localStorage', storageKeys.chatUser) ?? unstored;
  if (present) return present;
  const made = randomId();
  if (!writeText('localStorage', storageKeys.chatUser, made)) unstored = made;
  return made;
};

const toldKey = (appId: string) => `atelier-told:${appId}`;

let isToldUnstored = false;

/** True when the visitor has told this app who they are. Where storage is blocked, they are asked again after a reload. */
export const hasTold = (appId: string): boolean =>
  isToldUnstored || readText('localStorage', toldKey(appId)) !== undefined;

export const rememberTold = (appId: string): void => {
  if (!writeText('localStorage', toldKey(appId), 'yes')) isToldUnstored = true;
};

/** The conversation that this tab last had open with this app, so that a reload continues it. */
export const lastConversation = (appId: string): string | undefined =>
  readText('sessionStorage', conversationKey(appId));

/** If storage is blocked, the conversation ends with the page. */
export const rememberConversation = (appId: string, conversationId: string | undefined): void => {
  writeText('sessionStorage', conversationKey(appId), conversationId || undefined);
};
