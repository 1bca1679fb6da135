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

/** Stands on Home as soon as it is an overview. Before that it is the way to a first answer, which no banner interrupts. */
export const OverviewMark = (): null => {
  // The shell around the page is not its parent.
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  return null;
};

/** Whether Home shows an overview at the moment. */
export const useIsOverviewShown = (): boolean => useSyncExternalStore(subscribe, () => shown > 0);
