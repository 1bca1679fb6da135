import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { deleteCookie, readCookie, writeCookie } from './cookies.ts';

/**
 * The cookie of the reader's own choice of light or dark (also read by color-scheme.js). It belongs to the
 * device and not to the person, so it stays when somebody signs out; local storage has no room for it (CONST-15).
 */
export const colorSchemeCookie = 'color_scheme';

/** Keeps the choice for 30 days after the last visit; another window follows when it comes to the front. */
export const colorSchemeInCookie = (): MantineColorSchemeManager => {
  let onFocus: () => void = () => undefined;
  const chosen = () => {
    const value = readCookie(colorSchemeCookie);
    return isMantineColorScheme(value) ? value : undefined;
  };
  return {
    get: (fallback) => {
      const value = chosen();
      if (value !== undefined) writeCookie(colorSchemeCookie, value);
      return value ?? fallback;
    },
    set: (value) =>
      value === 'auto' ? deleteCookie(colorSchemeCookie) : writeCookie(colorSchemeCookie, value),
    subscribe: (onUpdate) => {
      onFocus = () => onUpdate(chosen() ?? 'auto');
      addEventListener('focus', onFocus);
    },
    unsubscribe: () => removeEventListener('focus', onFocus),
    clear: () => deleteCookie(colorSchemeCookie),
  };
};
