import { useSyncExternalStore } from 'react';

/** A session that ended while work was not saved: the page waits for the person to sign in again. */
let waiting: ((goesOn: boolean) => void)[] | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

export const isInterrupted = (): boolean => waiting !== undefined;

/** Begins to wait. Resolves to whether the same person went on. */
export const interrupt = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...(waiting ?? []), resolve];
    tell();
  });

/** Ends the waiting, with or without the person. */
export const endInterruption = (goesOn: boolean): void => {
  const asked = waiting ?? [];
  waiting = undefined;
  for (const resolve of asked) resolve(goesOn);
  tell();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsInterrupted = (): boolean => useSyncExternalStore(subscribe, isInterrupted);
