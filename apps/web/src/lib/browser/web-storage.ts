/** The storage for text: `localStorage` for this browser, `sessionStorage` for this tab. */
type Store = 'localStorage' | 'sessionStorage';

/** Reads a text; undefined when there is none, or storage is blocked. */
export const readText = (store: Store, key: string): string | undefined => {
  try {
    return globalThis[store].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Stores a text, or removes it with undefined. Returns false when storage is blocked or full; the page works without it. */
export const writeText = (store: Store, key: string, text: string | undefined): boolean => {
  try {
    if (text === undefined) globalThis[store].removeItem(key);
    else globalThis[store].setItem(key, text);
    return true;
  } catch {
    return false;
  }
};
