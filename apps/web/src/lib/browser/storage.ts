/** The only keys in local storage (CONST-15). Settings of a device are cookies; data of one tab is in session storage. */
export const storageKeys = {
  /** The generated id of a chat visitor (SESSION-07), written by the chat page. */
  chatUser: 'CHAT_USER_ID',
  /** Data of the signed-in user, without any token (SESSION-10). */
  user: 'user',
} as const;

/** Reads JSON that this front end wrote. Returns undefined when there is none or storage is blocked. */
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
