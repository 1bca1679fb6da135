import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps a pause between requests, and delays all of them when the site asks to wait. */
export const createPace = (firstPauseMs: number, signal: AbortSignal) => {
  let pauseMs = firstPauseMs;
  let nextAt = 0;
  return {
    /** Waits until one more request may be sent. */
    turn: async () => {
      const now = Date.now();
      const at = Math.max(now, nextAt);
      nextAt = at + pauseMs;
      if (at > now) await sleep(at - now, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
    slowTo: (milliseconds: number) => {
      pauseMs = Math.max(pauseMs, milliseconds);
    },
    hold: (milliseconds: number) => {
      nextAt = Math.max(nextAt, Date.now() + milliseconds);
    },
  };
};

export type Pace = ReturnType<typeof createPace>;
