import { createHash } from 'node:crypto';

/** Returns the key by which a rule counts. It is derived from the input and applies within the tenant. */
type KeyOf<I> = (input: I) => string;

interface Rate<I> {
  /** The number of starts within a period; they may all come at once. */
  readonly limit: number;
  readonly periodMs: number;
  readonly key?: KeyOf<I>;
}

/**
 * Rules for the start of runs, applied in this order: rate limit and batch, debounce and singleton, throttle and concurrency.
 * Each counts by its key; without a key it counts by tenant and kind.
 */
export interface StartingRules<I> {
  /** Refuses starts beyond the rate. */
  readonly rateLimit?: Rate<I>;
  /**
   * Collects inputs into one run, which begins when the batch is full or the time has passed. `merge` adds an input to the
   * earlier ones.
   */
  readonly batch?: {
    readonly size: number;
    readonly timeoutMs: number;
    readonly merge: (before: I, next: I) => I;
    readonly key?: KeyOf<I>;
  };
  /** Delays the start until no input has come for `quietMs`, or for `mostMs` at the most. The run gets the last input. */
  readonly debounce?: { readonly quietMs: number; readonly mostMs?: number; readonly key?: KeyOf<I> };
  /** Allows one open run: while it has not ended, another start is skipped, or cancels it. */
  readonly singleton?: { readonly whileOpen: 'skip' | 'cancel'; readonly key?: KeyOf<I> };
  /** Delays starts beyond the rate, evenly. */
  readonly throttle?: Rate<I>;
  /** The number of runs that are executed at the same time. A run that waits for something does not count. */
  readonly concurrency?: { readonly limit: number; readonly key?: KeyOf<I> };
  /** The key that throttle and concurrency count, instead of the runs of this kind. */
  readonly countedAs?: string;
  /** Returns the priority within the tenant, from -100 to 100; runs with lower values go first. The default is 0. */
  readonly priority?: (input: I) => number;
}

const longestKey = 200;

/** Returns the key by which a rule counts, as text. A long one is replaced by its digest, because keys are indexed. */
export const ruleKey = <I>(rule: { readonly key?: KeyOf<I> } | undefined, input: I): string => {
  const key = rule?.key?.(input) ?? '';
  return key.length > longestKey ? createHash('sha256').update(key).digest('base64url') : key;
};

/** Returns the rules that `atelier.admit_run` applies before a run may be claimed. */
export const buildGates = <I>(
  { kind, starting }: { readonly kind: string; readonly starting?: StartingRules<I> | undefined },
  input: I,
) => {
  const { throttle, concurrency, countedAs = kind } = starting ?? {};
  return {
    throttle: throttle
      ? { key: `${countedAs} ${ruleKey(throttle, input)}`, size: throttle.limit, ms: throttle.periodMs }
      : { key: null, size: null, ms: null },
    limit: concurrency
      ? { key: `${countedAs} ${ruleKey(concurrency, input)}`, size: concurrency.limit }
      : { key: null, size: null },
    any: throttle !== undefined || concurrency !== undefined,
  };
};
