import type { RunCause } from '../definition/causes.ts';

/** The reason why nothing waits for a call of a run's code any longer. */
export type Stop =
  | { kind: 'parked' }
  | { kind: 'lost' }
  | { kind: 'retry'; cause: RunCause; delayMs: number }
  | { kind: 'failed'; cause: RunCause };

/** Something that a run waits for. `until` is in milliseconds since 1970. */
export interface Wait {
  readonly until?: number | undefined;
  /** Returns a function that continues the run when the wait is over. */
  check(): Promise<(() => void) | undefined> | (() => void) | undefined;
  reject(error: unknown): void;
}
