import type { RunCause } from '../definition/causes.ts';

/** Why a call of a run's code is not waited for any longer. */
export type Stop =
  | { kind: 'parked' }
  | { kind: 'lost' }
  | { kind: 'retry'; cause: RunCause; delayMs: number }
  | { kind: 'failed'; cause: RunCause };

/** Something that a run waits for. `until` in milliseconds since 1970. */
export interface Wait {
  readonly until?: number | undefined;
  /** The way on, once what it waits for has come. */
  check(): Promise<(() => void) | undefined> | (() => void) | undefined;
  reject(error: unknown): void;
}
