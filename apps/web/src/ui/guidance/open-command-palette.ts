import { useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

/** Opens the palette. The first time, its code is fetched for that; `useIsPaletteWanted` tells the shell. */
export const openCommandPalette = (): void => {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/spotlight').then(({ spotlight }) => spotlight.open());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether anybody has asked for the palette since the page was loaded. */
export const useIsPaletteWanted = (): boolean => useSyncExternalStore(subscribe, () => isWanted);
