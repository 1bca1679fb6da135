import { useEffect, useSyncExternalStore } from 'react';

let shown = 0;
const listeners = new Set<() => void>();

const change = (by: number): void => {
  shown += by;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Marks Home as an overview while it is mounted. Before there is an overview, Home leads to a first answer, and banners would
 * interrupt that.
 */
export const OverviewMark = (): null => {
  // The shell draws the banners around the page, so a prop cannot pass this up to the shell.
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  return null;
};

/** True while Home shows an overview. */
export const useIsOverviewShown = (): boolean => useSyncExternalStore(subscribe, () => shown > 0);
