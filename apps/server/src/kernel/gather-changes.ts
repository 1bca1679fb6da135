import { setTimeout as sleep } from 'node:timers/promises';

/** Ids that were signalled and that nobody has taken yet. */
export interface GatheredChanges {
  add(...ids: readonly string[]): void;
  take(): Set<string>;
  /** Resolves on a change, after `recheckMs`, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
}

/** What lies between the signals of the live channel and a watcher that looks at its own pace. */
export const gatherChanges = (recheckMs: number): GatheredChanges => {
  let changed = new Set<string>();
  let wake: () => void = () => {};
  return {
    add: (...ids) => {
      for (const id of ids) changed.add(id);
      if (changed.size > 0) wake();
    },
    take: () => {
      const taken = changed;
      changed = new Set();
      return taken;
    },
    next: async (signal) => {
      if (changed.size > 0 || signal.aborted) return;
      const over = new AbortController();
      const change = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const pause = sleep(recheckMs, undefined, { signal: AbortSignal.any([signal, over.signal]) });
      await Promise.race([change, pause.catch(() => undefined)]);
      over.abort();
    },
  };
};
