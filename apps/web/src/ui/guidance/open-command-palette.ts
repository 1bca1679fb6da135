import { useSyncExternalStore } from 'react';
import { keepTyping } from './type-ahead.ts';

let isWanted = false;
const listeners = new Set<() => void>();

/** The name of the field of the palette. */
export const paletteField = 'Search commands';

const hasFocus = (): boolean => document.activeElement?.getAttribute('aria-label') === paletteField;

/** Opens the palette, or closes it while its field has the focus. Letters that are typed before the field is there reach it. */
export const toggleCommandPalette = (): void => {
  if (hasFocus()) return void import('./palette-store.ts').then(({ palette }) => palette.close());
  keepTyping(paletteField);
  return openCommandPalette();
};

/** Opens the palette. The first call only loads its code; `useIsPaletteWanted` tells the shell to do so. */
export const openCommandPalette = (): void => {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('./palette-store.ts').then(({ palette }) => palette.open());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns true after somebody has opened the palette since the page was loaded. */
export const useIsPaletteWanted = (): boolean => useSyncExternalStore(subscribe, () => isWanted);
