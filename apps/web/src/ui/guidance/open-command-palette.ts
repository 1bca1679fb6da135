import { useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** Opens the palette. The first call only loads its code; `useIsPaletteWanted` tells the shell to do so. */
export const openCommandPalette = (): void => {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns true after somebody has opened the palette since the page was loaded. */
export const useIsPaletteWanted = (): boolean => useSyncExternalStore(subscribe, () => isWanted);
