/** The only keys in local storage (CONST-15). Device settings are cookies; what belongs to one tab is in session storage. */
export const storageKeys = {
  /** Generated id of a chat visitor (SESSION-07); written by the chat page. */
  chatUser: 'CHAT_USER_ID',
  /** Data of the signed-in user, without any token (SESSION-10). */
  user: 'user',
} as const;

/** Reads JSON that we wrote ourselves; undefined when there is none, or storage is blocked. */
export const readStored = (key: string): unknown => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return value ?? undefined;
  } catch {
    return undefined;
  }
};

export const writeStored = (key: string, value: unknown): void => {
  try {
    const text = JSON.stringify(value);
    // Skips equal values, because every write notifies the other windows.
    if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
  } catch {
    // Storage is blocked or full: the page works without it, but other windows are not notified.
  }
};
