/** What a rule is counted by: a text made of the input, within the tenant. */
type KeyOf<I> = (input: I) => string;

interface Rate<I> {
  /** Starts within a period; as many may come at once. */
  readonly limit: number;
  readonly periodMs: number;
  readonly key?: KeyOf<I>;
}

/**
 * When and whether a run starts. The rules apply in this order: rate limit and batch, debounce and singleton, throttle and
 * concurrency. Each counts by its key; without one, by tenant and kind.
 */
export interface StartingRules<I> {
  /** Starts beyond it are refused. */
  readonly rateLimit?: Rate<I>;
  /** Collects inputs into one run, which begins when it is full or when the time is over; `merge` adds an input to those before. */
  readonly batch?: {
    readonly size: number;
    readonly timeoutMs: number;
    readonly merge: (before: I, next: I) => I;
    readonly key?: KeyOf<I>;
  };
  /** Begins once nothing more was asked for during `quietMs`, after `mostMs` at the latest, with the last input. */
  readonly debounce?: { readonly quietMs: number; readonly mostMs?: number; readonly key?: KeyOf<I> };
  /** One at a time: while one has not ended, another start is skipped, or cancels it. */
  readonly singleton?: { readonly whileOpen: 'skip' | 'cancel'; readonly key?: KeyOf<I> };
  /** Starts beyond it begin later, evenly. */
  readonly throttle?: Rate<I>;
  /** How many are worked on at once. One that waits for something holds no slot. */
  readonly concurrency?: { readonly limit: number; readonly key?: KeyOf<I> };
  /** Lower goes first within the tenant; 0 by default, from -100 to 100. */
  readonly priority?: (input: I) => number;
}

/** The text that a rule counts by. */
export const ruleKey = <I>(rule: { readonly key?: KeyOf<I> } | undefined, input: I): string =>
  rule?.key?.(input) ?? '';
