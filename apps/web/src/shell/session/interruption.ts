import { useSyncExternalStore } from 'react';

/**
 * The callers that wait for the user to sign in again, after a session ended while work was unsaved. Undefined when there is no
 * interruption.
 */
let waiting: ((goesOn: boolean) => void)[] | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

export const isInterrupted = (): boolean => waiting !== undefined;

/** Begins to wait. Resolves to true when the same user has signed in again. */
export const interrupt = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting = [...(waiting ?? []), resolve];
    tell();
  });

/** Ends the waiting. `goesOn` is true when the same user has signed in again. */
export const endInterruption = (goesOn: boolean): void => {
  const callers = waiting ?? [];
  waiting = undefined;
  for (const resolve of callers) resolve(goesOn);
  tell();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsInterrupted = (): boolean => useSyncExternalStore(subscribe, isInterrupted);
