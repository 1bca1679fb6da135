import { useSyncExternalStore } from 'react';

/** Milliseconds to wait before each attempt to reach the server again; the last value repeats. */
const pauses = [300, 1000, 2000, 4000, 5000];

interface Connection {
  /** True when at least one attempt to reach the server again has failed. */
  isLost: boolean;
}

let state: Connection = { isLost: false };
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const returns = new Set<() => void>();

const become = (isLost: boolean): void => {
  if (state.isLost === isLost) return;
  state = { isLost };
  for (const watcher of watchers) watcher();
};

const isThere = async (): Promise<boolean> => {
  try {
    return (await fetch('/api/ready', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

const stop = (): void => {
  clearTimeout(timer);
  timer = undefined;
  failures = 0;
};

const ask = async (): Promise<void> => {
  if (await isThere()) {
    stop();
    become(false);
    for (const onReturn of returns) onReturn();
    return;
  }
  failures += 1;
  become(true);
  timer = setTimeout(() => void ask(), pauses[Math.min(failures, pauses.length - 1)]);
};

/** Called when a request got no reply. Tries to reach the server again and again, with growing pauses, until it answers. */
export const connectionFailed = (): void => {
  if (returns.size > 0) timer ??= setTimeout(() => void ask(), pauses[0]);
};

/** Tries at once when there is no reason to wait any longer: the device is online again, or the page is visible again. */
const askNow = (): void => {
  if (timer === undefined || document.visibilityState === 'hidden') return;
  clearTimeout(timer);
  timer = setTimeout(() => void ask());
};

/** Calls `onReturn` whenever the server is reachable again. Returns a function that stops listening. */
export const watchConnection = (onReturn: () => void): (() => void) => {
  returns.add(onReturn);
  addEventListener('online', askNow);
  document.addEventListener('visibilitychange', askNow);
  return () => {
    returns.delete(onReturn);
    if (returns.size > 0) return;
    removeEventListener('online', askNow);
    document.removeEventListener('visibilitychange', askNow);
    stop();
    become(false);
  };
};

/** Resolves once the server answers. Until then the page shows that the server cannot be reached. */
export const untilConnected = (): Promise<void> =>
  new Promise((resolve) => {
    const stopWatching = watchConnection(() => {
      stopWatching();
      resolve();
    });
    connectionFailed();
  });

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => state).isLost;
