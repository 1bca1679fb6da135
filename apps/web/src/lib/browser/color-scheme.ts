import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { deleteCookie, readCookie, writeCookie } from './cookies.ts';

/**
 * The cookie with the reader's choice of light or dark, which color-scheme.js reads too. It belongs to the device and not to
 * the user, so it survives signing out. Local storage may not hold it (CONST-15).
 */
export const colorSchemeCookie = 'color_scheme';

/** Keeps the choice for 30 days after the last visit. Other windows read it again when they come to the front. */
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

/** Follows the host around the frame. The reader's own choice stays as it is. */
export const colorSchemeOfHost = (): MantineColorSchemeManager => ({
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
});
