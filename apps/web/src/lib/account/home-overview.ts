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

/** Marks Home as an overview while it is mounted. Before that, Home leads to a first answer, which no banner may interrupt. */
export const OverviewMark = (): null => {
  // The shell, which shows the banners, surrounds the page and cannot get this as a prop.
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  return null;
};

/** Whether Home shows an overview at the moment. */
export const useIsOverviewShown = (): boolean => useSyncExternalStore(subscribe, () => shown > 0);
