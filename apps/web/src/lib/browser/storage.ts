import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { readText, writeText } from './web-storage.ts';

/** The only keys in local storage (CONST-15). Settings of a device are cookies; data of one tab is in session storage. */
export const storageKeys = {
  /** The generated id of a chat visitor (SESSION-07), written by the chat page. */
  chatUser: 'CHAT_USER_ID',
  /** Data of the signed-in user, without any token (SESSION-10). */
  user: 'user',
} as const;

/** Reads JSON that this front end wrote. Returns undefined when there is none or storage is blocked. */
export const readStored = (key: string): unknown =>
  parseMeasures(readText('localStorage', key) ?? '') ?? undefined;

/** If storage is blocked or full, the page works without it, but other windows are not notified. */
export const writeStored = (key: string, value: unknown): void => {
  const text = JSON.stringify(value);
  // Skips equal values, because every write notifies the other windows.
  if (readText('localStorage', key) !== text) writeText('localStorage', key, text);
};
